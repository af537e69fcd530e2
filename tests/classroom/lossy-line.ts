import { createSocket } from 'node:dgram'

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
  const [outer, inner] = [createSocket('udp4'), createSocket('udp4')]
  await Promise.all([outer, inner].map((socket) => new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))))
  let [enginePort, peerPort, lost] = [0, 0, 0]
  outer.on('message', (packet, { port }) => {
    peerPort = port
    inner.send(packet, enginePort, '127.0.0.1')
  })
  const line: LossyLine = {
    through: (answer) =>
      answer.replaceAll(/^(a=candidate:\S+ \d+ UDP \d+ 127\.0\.0\.1) (\d+)/gim, (_line, start: string, port: string) => {
        enginePort = Number(port)
        return `${start} ${outer.address().port}`
      }),
    loses: () => false,
    lost: () => lost,
    close: () => [outer, inner].forEach((socket) => socket.close()),
  }
  inner.on('message', (packet) => {
    // RTP and RTCP begin with two bits that no handshake has, and a second byte below 192 is no RTCP (RFC 7983, RFC 5761).
    const isMedia = (packet[0] ?? 0) >= 128 && (packet[0] ?? 0) < 192 && ((packet[1] ?? 0) < 192 || (packet[1] ?? 0) > 223)
    if (isMedia && line.loses()) lost += 1
    else outer.send(packet, peerPort, '127.0.0.1')
  })
  return line
}
