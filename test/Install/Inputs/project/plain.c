/* The plugin's flags are for C++ alone. */
int plain(void) { return 7; }
