// Files that share a worker run this file once each.
if (process.listeners('disconnect').every(({ name }) => name !== 'exitWithRunner')) {
  // A worker with an open server would outlive a runner that a signal has ended.
  process.once('disconnect', function exitWithRunner() {
    process.exit(1)
  })
}
