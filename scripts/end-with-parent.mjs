// Preloaded into child processes: when the parent dies without a word, the channel to it closes and the child stops as if told to.
const signal = process.env.END_WITH_PARENT ?? 'SIGTERM'
delete process.env.END_WITH_PARENT
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, signal))
}
