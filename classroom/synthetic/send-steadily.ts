import type { MediaPeer } from './media-peer.ts'

/** One Mbit/s in packets of a browser's size, as a camera sends it: 25 pictures a second of five packets. */
const packetBytes = 1000
const packetsOfPicture = 5
const pictureMs = 40
const picturesOfKeyFrame = 50

export interface Sending {
  /** Packets so far. */
  packets(): number
  stop(): void
}

/** Sends pictures in time, also when a timer was late, and a key frame when the engine asks for one. @param teacher who sends now */
export function sendSteadily(teacher: () => MediaPeer): Sending {
  const began = performance.now()
  let pictures = 0
  let sequence = 0
  let asked = 0
  const timer = setInterval(() => {
    const peer = teacher()
    while (performance.now() - began > pictures * pictureMs) {
      const requests = peer.messages.filter(({ kind }) => kind === 'key-frame').length
      const isKey = pictures % picturesOfKeyFrame === 0 || requests > asked
      asked = requests
      for (let part = 0; part < packetsOfPicture; part += 1) {
        peer.send('video', { sequence, timestamp: pictures * 3600, keyFrame: isKey && part === 0, bytes: packetBytes })
        sequence += 1
      }
      pictures += 1
    }
  }, 10)
  return { packets: () => sequence, stop: () => clearInterval(timer) }
}
