// Files that share a worker run this file once each.
const added: { endsWithRunner?: true } = globalThis
if (!added.endsWithRunner) {
  added.endsWithRunner = true
  // A worker with an open server would outlive a runner that a signal has ended.
  process.once('disconnect', () => process.exit(1))
}
