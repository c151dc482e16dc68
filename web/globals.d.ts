/* What the build of the playground defines (web/playground.py). */
declare const TEXTS: Record<string, string>;
declare const METHODS: string[];
declare const GRID: string;
