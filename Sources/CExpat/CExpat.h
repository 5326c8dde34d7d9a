#if !__has_include(<expat.h>)
#error "Modelmatic needs Expat. On Debian and Ubuntu install the package libexpat1-dev: apt-get install libexpat1-dev"
#else
#include <expat.h>
#endif
