#if !__has_include(<utf8proc.h>)
#error "CryptoCoder needs utf8proc. On Debian and Ubuntu install the package libutf8proc-dev: apt-get install libutf8proc-dev"
#else
#include <utf8proc.h>
#endif
