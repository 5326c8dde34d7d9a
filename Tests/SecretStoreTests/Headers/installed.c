// Compiled, never run: declares all that CLibsecret declares beside the installed headers. A type that differs is an error.
#define SECRET_WITH_UNSTABLE
#define SECRET_API_SUBJECT_TO_CHANGE
#include <libsecret/secret.h>

// Macros of these names stand beside the functions, some only in newer headers.
#undef g_free
#undef g_strdup
#undef g_str_equal

#define CLIBSECRET_SCHEMA SecretSchema
#include "../../../Sources/CLibsecret/CLibsecret.c"

#define SAME(ours, theirs) _Static_assert((ours) == (theirs), #ours)
#define SAME_PLACE(ours, theirs, field) SAME(offsetof(ours, field), offsetof(theirs, field))

SAME(CLIBSECRET_IO_ERROR_CANCELLED, G_IO_ERROR_CANCELLED);
SAME(CLIBSECRET_IO_ERROR_WRONG_ETAG, G_IO_ERROR_WRONG_ETAG);
SAME(CLIBSECRET_IO_ERROR_TIMED_OUT, G_IO_ERROR_TIMED_OUT);
SAME(CLIBSECRET_CONNECTION_AUTHENTICATION_CLIENT, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT);
SAME(CLIBSECRET_CONNECTION_MESSAGE_BUS, G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION);
SAME(CLIBSECRET_ERROR_IS_LOCKED, SECRET_ERROR_IS_LOCKED);
SAME(CLIBSECRET_ERROR_NO_SUCH_OBJECT, SECRET_ERROR_NO_SUCH_OBJECT);
SAME(BUS_TYPE_NONE, G_BUS_TYPE_NONE);
SAME(PROXY_DO_NOT_LOAD_PROPERTIES, G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES);
SAME(PROXY_DO_NOT_CONNECT_SIGNALS, G_DBUS_PROXY_FLAGS_DO_NOT_CONNECT_SIGNALS);
SAME(SERVICE_OPEN_SESSION, SECRET_SERVICE_OPEN_SESSION);
SAME(SCHEMA_DONT_MATCH_NAME, SECRET_SCHEMA_DONT_MATCH_NAME);
SAME(SCHEMA_ATTRIBUTE_STRING, SECRET_SCHEMA_ATTRIBUTE_STRING);
SAME(SEARCH_ALL, SECRET_SEARCH_ALL);
SAME(SEARCH_LOAD_SECRETS, SECRET_SEARCH_LOAD_SECRETS);

SAME(sizeof(Error), sizeof(GError));
SAME_PLACE(Error, GError, domain);
SAME_PLACE(Error, GError, code);
SAME_PLACE(Error, GError, message);
SAME(sizeof(TypeQuery), sizeof(GTypeQuery));
SAME_PLACE(TypeQuery, GTypeQuery, class_size);
SAME_PLACE(TypeQuery, GTypeQuery, instance_size);
SAME_PLACE(ObjectClass, GObjectClass, constructor);
SAME(sizeof(((ObjectClass *)0)->constructor), sizeof(((GObjectClass *)0)->constructor));
SAME(sizeof(SchemaAttribute), sizeof(SecretSchemaAttribute));
SAME_PLACE(SchemaAttribute, SecretSchemaAttribute, type);
SAME(sizeof(Schema), sizeof(SecretSchema));
SAME_PLACE(Schema, SecretSchema, flags);
SAME_PLACE(Schema, SecretSchema, attributes);
