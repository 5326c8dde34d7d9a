// Requests to callgrind, which counts a program's instructions.

/// Returns other than 0 if the program runs under it.
int cgrind_is_running(void);
/// Counts from zero.
void cgrind_begin(void);
/// Writes the counts to a file, with a label.
void cgrind_end(const char *label);
