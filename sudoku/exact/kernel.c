/* The search of tree.py in C: the same steps, guesses and solutions, in the same order.

   Digits, rows, columns, bands and cells count from 0. A band is three rows.

   Layout. A `vec` is four words of 32 bits, which fit into one register: one for each
   band, and one that is always 0. has[digit] has a bit for each cell that may have the
   digit. A word has nine bits for each row of its band, and after each row an END bit,
   which is 0. One operation on a vec applies to all nine rows of the grid.

   Only places. Turn the ENDs on and subtract 1 from each row. That takes the lowest
   place of the row or, if the row is empty, its END. An AND with the row removes the
   lowest place. Subtract 1 again: a row that had only this place loses its END. So two
   subtractions find, in all nine rows at once, where the digit has one place or none.
   For columns and boxes, `dup` is the columns of a band in which the digit has two or
   more places, and `one` those in which it has any. `turn` lets each band meet the
   others. The idea is that of exact/__init__.py (fields, and two carries), for
   registers. Fast solvers such as JCZSolve and tdoku also use words for bands. */

#include <stdint.h>
typedef uint32_t vec __attribute__((vector_size(16), aligned(8)));
typedef uint64_t halves __attribute__((vector_size(16), aligned(8)));

enum { ROW = 0777, ONES = 1 | 1 << 10 | 1 << 20, ENDS = ONES << 9, BAND = ROW * ONES };
enum { THREES = 0111 };  /* the first of each three places of a row */
enum { FEW = 100, MANY = 100, REMEMBERED = 6 };  /* as in tree.py */
enum { DEPTH = 82 };  /* the most guesses on a path, and one more */

static const vec FULL = {BAND, BAND, BAND, 0};
struct state {
    vec has[9];
    vec placed;  /* the cells whose digit is known, and gone from their units */
};

struct search {
    int64_t puzzle, started, found, depth, dead_ends, remembered;
    int32_t recent[REMEMBERED];
    struct state states[DEPTH];  /* those below `depth` have not been tried */
};

const int64_t search_size = sizeof(struct search);
#define INLINE static inline __attribute__((always_inline))
#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLE(v, ...) __builtin_shufflevector(v, v, __VA_ARGS__)
#else
#define SHUFFLE(v, ...) __builtin_shuffle(v, (vec){__VA_ARGS__})
#endif

INLINE vec turn(vec v) { return SHUFFLE(v, 1, 2, 0, 3); }
INLINE vec in_each_row(vec nine) { return nine | nine << 10 | nine << 20; }
INLINE vec of_boxes(vec firsts) { return (firsts << 3) - firsts; }
INLINE vec of_rows(vec ends) { return ends - (ends >> 9); }
INLINE int any(vec v) { return (((halves)v)[0] | ((halves)v)[1]) != 0; }

/* Return `v`, the places of a digit, without the rivals of its `known` places. */
INLINE vec without_rivals(vec v, vec known, vec placed) {
    vec rows = of_rows(((known | ENDS) - ONES) & ENDS);
    vec one = (known | known >> 10 | known >> 20) & ROW, next = turn(one);
    vec boxes = of_boxes((one | one >> 1 | one >> 2) & THREES);
    vec columns = one | next | turn(next);
    return (v & ~(rows | in_each_row(columns | boxes) | placed)) | known;
}

/* Place singles until there is none. Return 0 at a dead end. */
INLINE int place_singles(struct state *s) {
    vec has[9], placed = s->placed;
    for (int d = 0; d < 9; d++) has[d] = s->has[d];
    for (;;) {
        vec some = {0}, two = {0}, known = {0}, only[9];
        for (int d = 0; d < 9; d++) {
            two |= some & has[d];
            some |= has[d];
        }
        vec dead = (some ^ FULL) | (placed & two);
        for (int d = 0; d < 9; d++) {
            vec v = has[d], less = (v | ENDS) - ONES;
            vec rows = of_rows(ENDS & ~(((v & less) | ENDS) - ONES));
            vec a = v & ROW, b = v >> 10 & ROW, c = v >> 20;
            vec one = a | b | c, dup = (a & b) | ((a | b) & c);
            vec one2 = turn(one), one3 = turn(one2);
            vec dup2 = turn(dup), dup3 = turn(dup2);
            vec several = dup | dup2 | dup3 | (one & one2) | ((one | one2) & one3);
            vec columns = ROW & ~several;
            vec x = one & THREES, y = one >> 1 & THREES, z = one >> 2 & THREES;
            several = (dup | dup >> 1 | dup >> 2) | (x & y) | ((x | y) & z);
            vec boxes = of_boxes(THREES & ~several);
            only[d] = v & (rows | in_each_row(columns | boxes) | (FULL & ~two));
            known |= only[d];
            vec wrong = v & placed & ~(rows & in_each_row(columns & boxes));
            vec empty = (ENDS & ~less) >> 9 | (ROW & ~(one | one2 | one3));
            dead |= FULL & (wrong | empty | (THREES & ~(x | y | z)));
        }
        if (any(dead)) return 0;
        if (!any(known ^ placed)) break;
        placed = known;
        for (int d = 0; d < 9; d++) has[d] = without_rivals(has[d], only[d], placed);
    }
    for (int d = 0; d < 9; d++) s->has[d] = has[d];
    s->placed = placed;
    return 1;
}

/* Remove the groups that lines and boxes exclude. Return whether there were any.

   `near` and `far` are moved by a box, or by two, so that they lie on the group's own
   box; the shifts by 10 and 20, and `turn`, bring the two other lines to its line. */
INLINE int confine(struct state *s) {
    vec changed = {0};
    for (int d = 0; d < 9; d++) {
        vec v = s->has[d], there = (v | v >> 1 | v >> 2) & THREES * ONES;
        vec near = (there >> 3 & 011 * ONES) | (there << 6 & 0100 * ONES);
        vec far = (there >> 6 & 01 * ONES) | (there << 3 & 0110 * ONES);
        vec rows = ((near >> 10 | near << 20) & (far >> 20 | far << 10))
                 | ((near >> 20 | near << 10) & (far >> 10 | far << 20));
        vec kept = v & of_boxes(there & rows);
        there = (v | v >> 10 | v >> 20) & ROW;
        near = turn((there >> 1 & 0333) | (there << 2 & 0444));
        far = turn((there >> 2 & 0111) | (there << 1 & 0666));
        kept &= in_each_row(there & ((near & turn(far)) | (turn(near) & far)));
        changed |= v ^ kept;
        s->has[d] = kept;
    }
    return any(changed);
}

INLINE int bits(uint32_t word) { return __builtin_popcount(word); }
INLINE int highest(uint32_t word) { return 31 - __builtin_clz(word); }
INLINE int place_of(int cell) { return cell / 9 % 3 * 10 + cell % 9; }

INLINE int may_have(const struct state *s, int cell, int digit) {
    return s->has[digit][cell / 27] >> place_of(cell) & 1;
}

INLINE int count_left(const struct state *s) {
    int left = 0;
    for (int d = 0; d < 9; d++)
        for (int band = 0; band < 3; band++)
            left += bits(s->has[d][band] & ~s->placed[band]);
    return left;
}

/* A candidate is 9 * cell + digit. Return the last one of the last unit in which a
   digit has `number` places, or -1. Boxes come after columns, and these after rows. */
INLINE int in_unit_with(const struct state *s, int number) {
    for (int k = 3 * 81 - 1; k >= 0; k--) {
        int d = k / 9 % 9, unit = k % 9, total = 0, last = 0;
        for (int place = 0; place < 9; place++) {
            int cell = unit / 3 * 27 + unit % 3 * 3 + place / 3 * 9 + place % 3;
            if (k < 162) cell = k < 81 ? 9 * unit + place : 9 * place + unit;
            if (may_have(s, cell, d)) total++, last = 9 * cell + d;
        }
        if (total == number) return last;
    }
    return -1;
}

/* Return the last candidate of the last cell with `number`, or -1; 0: two or more. */
INLINE int in_cell_with(const struct state *s, int number) {
    for (int cell = 80; cell >= 0; cell--) {
        int total = 0, last = 0;
        for (int d = 0; d < 9; d++)
            if (may_have(s, cell, d)) total++, last = 9 * cell + d;
        if (number ? total == number : total > 1) return last;
    }
    return -1;
}

/* Return the number of rivals of the candidates of a cell; in `pairs`, they count
   twice. Set `last` to the last of the candidates. */
INLINE int rivals_of(const struct state *s, int cell, vec pairs, int *last) {
    int rivals = 0;
    for (int d = 0; d < 9; d++) {
        if (!may_have(s, cell, d)) continue;
        *last = 9 * cell + d;
        for (int band = 0; band < 3; band++) {
            uint32_t seen = ONES << cell % 9;
            if (band == cell / 27)
                seen |= ROW << cell / 9 % 3 * 10 | 7 * ONES << cell % 9 / 3 * 3;
            seen &= s->has[d][band] & ~s->placed[band];
            rivals += bits(seen) + bits(seen & pairs[band]);
        }
    }
    return rivals;
}

INLINE int choose(const struct state *s, int left) {
    vec some = {0}, two = {0}, three = {0};
    for (int d = 0; d < 9; d++) {
        three |= two & s->has[d];
        two |= some & s->has[d];
        some |= s->has[d];
    }
    vec pairs = two & ~three;
    int best = -1, most = 0, compared = 1 + left / 16, last = 0;
    for (int band = 2; band >= 0; band--)
        for (uint32_t rest = pairs[band]; rest && compared; compared--) {
            int place = highest(rest);
            rest ^= 1u << place;
            int cell = 27 * band + place / 10 * 9 + place % 10;
            int rivals = rivals_of(s, cell, pairs, &last);
            if (rivals > most) most = rivals, best = last;
        }
    if (best < 0) best = in_unit_with(s, 2);
    if (best < 0) best = in_cell_with(s, 3);
    if (best < 0) best = in_unit_with(s, 3);
    return best < 0 ? in_cell_with(s, 0) : best;
}

INLINE void rule_out(struct state *s, int cell, int digit) {
    s->has[digit][cell / 27] &= ~(1u << place_of(cell));
}

INLINE void remember(struct search *search, int candidate) {
    int most = ++search->dead_ends < MANY ? 1 : REMEMBERED;
    if (search->remembered < most) search->remembered++;
    for (int k = search->remembered - 1; k > 0; k--)
        search->recent[k] = search->recent[k - 1];
    search->recent[0] = candidate;
}

INLINE int guess(const struct search *search, const struct state *s, int left) {
    for (int k = 0; k < search->remembered; k++) {
        int cell = search->recent[k] / 9, d = search->recent[k] % 9, band = cell / 27;
        uint32_t open = s->has[d][band] & ~s->placed[band];
        if (open >> place_of(cell) & 1) return search->recent[k];
    }
    return choose(s, left);
}

INLINE void read_text(struct state *s, const char *text) {
    uint32_t given[10][4] = {0};  /* the last is for the blanks */
    for (int row = 0; row < 9; row++)
        for (int column = 0; column < 9; column++) {
            unsigned d = text[9 * row + column] - '1';
            given[d < 9 ? d : 9][row / 3] |= 1u << (row % 3 * 10 + column);
        }
    for (int d = 0; d < 9; d++)
        for (int band = 0; band < 4; band++)
            s->has[d][band] = given[d][band] | given[9][band];
    s->placed = (vec){0};
}

INLINE void write_text(const struct state *s, char *text) {
    for (int d = 0; d < 9; d++)
        for (int row = 0; row < 9; row++)
            text[9 * row + highest(s->has[d][row / 3] >> row % 3 * 10 & ROW)] = '1' + d;
}

/* Look for the solutions of `number` puzzles, at most `limit` of each. Continue where
   the last call with this `search` stopped; before the first, it is all 0. Return the
   number of solutions that this call has found.

   `texts` has 81 characters for each puzzle: digits, and anything else for a blank. No
   solution has the candidate `barred`, unless that is -1. Each solution is written to
   `solutions`, unless that is null; counts[puzzle] is set when a puzzle is finished.
   The call ends when `search->puzzle` is `number`, when it has found `room` solutions,
   or after about as many guesses as `guesses` says. */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__)
__attribute__((target_clones("avx2", "default")))
#endif
int64_t go_on(struct search *search, const char *texts, int64_t number, int64_t limit,
              int64_t barred, int64_t *counts, char *solutions, int64_t room,
              int64_t guesses) {
    int64_t written = 0;
    for (; search->puzzle < number; search->puzzle++) {
        if (!search->started) {
            read_text(search->states, texts + 81 * search->puzzle);
            if (barred >= 0) rule_out(search->states, barred / 9, barred % 9);
            search->found = search->dead_ends = search->remembered = 0;
            search->depth = search->started = 1;
        }
        while (search->depth && search->found < limit) {
            if (written == room || guesses <= 0) return written;
            struct state *s = &search->states[--search->depth];
            int alive = place_singles(s), left;
            guesses--;
            while (alive && (left = count_left(s))) {
                if (left > FEW && confine(s)) {
                    alive = place_singles(s);
                    continue;
                }
                int candidate = guess(search, s, left), cell = candidate / 9;
                s[1] = s[0];
                rule_out(s, cell, candidate % 9);
                for (int d = 0; d < 9; d++)
                    if (d != candidate % 9) rule_out(s + 1, cell, d);
                search->depth++;
                alive = place_singles(++s);
                guesses--;
                if (!alive) remember(search, candidate);
            }
            if (!alive) continue;
            search->found++;
            if (solutions) write_text(s, solutions + 81 * written);
            written++;
        }
        counts[search->puzzle] = search->found;
        search->started = 0;
    }
    return written;
}
