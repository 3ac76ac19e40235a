// A worker with an open server would outlive a runner that a signal has ended.
process.once('disconnect', () => process.exit(1))
