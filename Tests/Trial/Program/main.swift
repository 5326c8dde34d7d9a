import Foundation

// trial all SEED SECONDS PART PARTS FOLDER    values, limits, pairs and damage until the time is over: one of several parts of the work
// trial value FORMAT TYPE SEED NUMBER         one value at random
// trial one FORMAT TYPE [LIMITS] FILE         one file, with limits such as depth:5
// trial limits FORMAT TYPE SEED NUMBER        the limits of a value's file
Generated.register()
exit(try Program(CommandLine.arguments).run() ? 0 : 1)
