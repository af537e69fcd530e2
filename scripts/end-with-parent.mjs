// Child processes preload this file. When the parent dies, its channel closes and the child gets the signal of END_WITH_PARENT.
const signal = process.env.END_WITH_PARENT
// Workers of the child inherit this preload but manage their own channels.
delete process.env.END_WITH_PARENT
if (signal && process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, signal))
}
