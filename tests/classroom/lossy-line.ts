import { createSocket, type Socket } from 'node:dgram'

export interface LossyLine {
  /** The answer with the address of this line in place of the engine's. */
  through(answer: string): string
  /** Decides which packets of media to the viewer are lost. */
  loses: () => boolean
  lost(): number
  close(): void
}

/** A line between one browser and the engine that loses packets. Called with an answer, it leads to where that answer does. */
export async function openLossyLine(): Promise<LossyLine> {
  const outer = createSocket('udp4')
  await new Promise<void>((resolve) => outer.bind(0, '127.0.0.1', resolve))
  // A browser tries several of its own ports, and the engine tells them apart by where they come from.
  const inner = new Map<string, Socket>()
  let [enginePort, lost] = [0, 0]
  const line: LossyLine = {
    through: (answer) =>
      answer.replaceAll(/^(a=candidate:\S+ \d+ UDP \d+ 127\.0\.0\.1) (\d+)/gim, (_line, start: string, port: string) => {
        enginePort = Number(port)
        return `${start} ${outer.address().port}`
      }),
    loses: () => false,
    lost: () => lost,
    close: () => [outer, ...inner.values()].forEach((socket) => socket.close()),
  }
  outer.on('message', (packet, { address, port }) => {
    const peer = `${address} ${port}`
    const known = inner.get(peer) ?? createSocket('udp4')
    if (!inner.has(peer)) {
      inner.set(peer, known)
      known.on('message', (answer) => {
        // RTP and RTCP begin with two bits that no handshake has, and a second byte below 192 is no RTCP (RFC 7983, RFC 5761).
        const isMedia = (answer[0] ?? 0) >= 128 && (answer[0] ?? 0) < 192 && ((answer[1] ?? 0) < 192 || (answer[1] ?? 0) > 223)
        if (isMedia && line.loses()) lost += 1
        else outer.send(answer, port, address)
      })
    }
    known.send(packet, enginePort, '127.0.0.1')
  })
  return line
}
