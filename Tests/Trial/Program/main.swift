import Foundation

// trial fixed PART PARTS FOLDER               the fixed work of `make test`: one of several parts of it
// trial random SEED SECONDS PART PARTS FOLDER  the same at random, until the time is over
// trial value FORMAT TYPE SEED NUMBER         one value at random
// trial limits FORMAT TYPE SEED NUMBER        the limits of a value's file
// trial one FORMAT TYPE [LIMITS] FILE         one file, with limits such as depth:5
// trial last FILE FOLDER                      what a part that ended by a trap was trying
// trial ways                                  which formats write (w) and read (r) the types directly, of all (a) values
Generated.register()
exit(try Program(CommandLine.arguments).run() ? 0 : 1)
