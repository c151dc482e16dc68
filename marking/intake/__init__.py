"""Read a class: folders of learning platforms, archives, roster and given marks."""
