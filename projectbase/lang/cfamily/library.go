package cfamily

import "strings"

// Library are functions of the C library and POSIX that projects replace by
// macros on systems that lack them.
var Library = strings.Fields(`
	assert static_assert offsetof alloca isnan isinf isfinite fpclassify signbit
	malloc calloc realloc free memcpy memmove memset memcmp memchr memmem
	strlen strcmp strncmp strcpy strncpy strcat strncat strdup strndup strchr strrchr strstr strtok strtok_r strsep strerror strerror_r
	strcasecmp strncasecmp strnlen strlcpy strlcat strtol strtoul strtoll strtoull strtod strtof atoi atol atoll
	printf fprintf sprintf snprintf asprintf vprintf vfprintf vsprintf vsnprintf vasprintf scanf fscanf sscanf
	fopen fclose fread fwrite fseek ftell fseeko ftello fflush fileno fdopen popen pclose getc putc getline
	open close read write pread pwrite readv writev lseek dup dup2 pipe poll select ioctl fcntl fsync fdatasync ftruncate
	stat fstat lstat access unlink rename mkdir rmdir chdir getcwd isatty realpath symlink readlink mkstemp
	socket bind listen accept connect send recv sendto recvfrom setsockopt getsockopt getaddrinfo freeaddrinfo gai_strerror shutdown inet_ntop inet_pton
	htons htonl ntohs ntohl
	time gettimeofday clock_gettime localtime localtime_r gmtime gmtime_r mktime timegm sleep usleep nanosleep
	fork execvp kill getpid signal sigaction raise abort exit getenv setenv unsetenv setlocale
	isalpha isdigit isalnum isspace isupper islower toupper tolower
`)
