#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
// Debian's folder, where pkg-config isn't installed.
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#error "PostgresStore needs PostgreSQL's libpq. On Debian and Ubuntu install the package libpq-dev: apt-get install libpq-dev"
#endif
