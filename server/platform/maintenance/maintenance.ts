import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'

/** In `DATA_DIR`, with the time at which it began. A backup holds it, so that the school of a new machine sells only when a person says so. */
export const maintenanceFile = 'maintenance'

/** Whether a school is only read for a time, and what of this process still writes. */
export class Maintenance {
  readonly #file: string
  #writing = 0
  readonly #sockets = new Set<Socket>()

  constructor({ dataDir }: { dataDir: string }) {
    this.#file = join(dataDir, maintenanceFile)
  }

  /** Looks at the disk, so that all processes agree at once. */
  isOn(): boolean {
    return existsSync(this.#file)
  }

  /** Counts a request that writes until the returned function is called; calling it again does nothing. */
  beginWriting(): () => void {
    let isOver = false
    this.#writing += 1
    return () => {
      if (isOver) return
      isOver = true
      this.#writing -= 1
    }
  }

  /** Knows a connection on which requests come without their own call, such as that of a live class. */
  addSocket(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
  }

  /** Ends these connections. Their browsers come back, and are answered as others are. */
  endSockets(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Whether nothing of a request is written any more. */
  isQuiet(): boolean {
    return this.#writing === 0 && this.#sockets.size === 0
  }
}
