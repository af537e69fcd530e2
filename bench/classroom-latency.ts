import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { startEngine } from '#classroom/synthetic/engine-process.ts'
import { provideChromium } from '#scripts/chromium.ts'
import type { Figure } from './benchmark.ts'
import { median } from './compare.ts'

const seconds = 20
/** A secure address, which the browser gets without a server. */
const address = 'http://localhost/classroom'

interface Reading {
  /** Milliseconds from drawing a clock to showing it. */
  latencies: number[]
  /** Milliseconds from a flash to its beep, as shown and heard. */
  soundAfterPicture: number[]
}

interface Exchange {
  /** Sends an offer to the engine and returns its answer. */
  exchange(sdp: string): Promise<string>
}

/** Measures from a picture that is drawn to the same picture in another browser window, with a clock in the picture and a beep with each flash. */
export async function measureLatency(): Promise<Figure[]> {
  const engine = await startEngine()
  const browser = await chromium.launch({
    executablePath: provideChromium(console.error),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
  try {
    const open = async (path: string): Promise<Page> => {
      const page = await (await browser.newContext()).newPage()
      await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
      await page.exposeFunction('exchange', async (sdp: string) => {
        const answer = await engine.call('POST', `/rooms/1/${path}`, sdp)
        if (answer.status !== 201) throw new Error(`the engine answered ${answer.status}`)
        return answer.text()
      })
      await page.goto(address)
      return page
    }
    const teacher = await open('publishers?source=camera&person=staff-1')
    const student = await open('viewers?source=camera&layer=high&person=student-1')
    await teacher.evaluate(teach)
    await student.evaluate(watch)
    await wait(seconds * 1000)
    const { latencies, soundAfterPicture } = await student.evaluate(() => (window as unknown as { reading: Reading }).reading)
    const sorted = latencies.toSorted((a, b) => a - b)
    return [
      {
        title: 'glass to glass, median',
        value: median(latencies),
        unit: 'ms',
        goal: { atMost: 400 },
        detail: `${latencies.length} pictures, p95 ${sorted[Math.ceil(sorted.length * 0.95) - 1]?.toFixed(0)} ms`,
      },
      {
        title: 'sound against picture, median',
        value: Math.abs(median(soundAfterPicture)),
        unit: 'ms',
        goal: { atMost: 80 },
        detail: `${soundAfterPicture.length} beeps, sound ${median(soundAfterPicture) < 0 ? 'first' : 'last'}`,
      },
    ]
  } finally {
    await browser.close()
    await engine.stop()
  }
}

/** Runs in the page: sends a picture whose upper part is a clock in 24 bits, and a beep with each flash of the lower part. */
async function teach(): Promise<void> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 })
  document.body.append(canvas)
  const picture = canvas.getContext('2d')
  const sound = new AudioContext()
  const out = sound.createMediaStreamDestination()
  const volume = new GainNode(sound, { gain: 0 })
  const tone = new OscillatorNode(sound, { frequency: 880 })
  tone.connect(volume).connect(out)
  tone.start()
  let next = sound.currentTime + 1
  let flashUntil = 0
  const draw = () => {
    if (!picture) return
    if (sound.currentTime >= next) {
      flashUntil = next + 0.15
      next += 1
      volume.gain.setValueAtTime(1, next)
      volume.gain.setValueAtTime(0, next + 0.15)
    }
    picture.fillStyle = sound.currentTime < flashUntil ? '#fff' : '#000'
    picture.fillRect(0, 0, 1280, 720)
    const now = Math.round(performance.timeOrigin + performance.now()) % 2 ** 24
    for (let bit = 0; bit < 24; bit += 1) {
      picture.fillStyle = Math.floor(now / 2 ** bit) % 2 === 1 ? '#fff' : '#000'
      picture.fillRect(bit * 50, 0, 50, 100)
    }
    requestAnimationFrame(draw)
  }
  volume.gain.setValueAtTime(1, next)
  volume.gain.setValueAtTime(0, next + 0.15)
  draw()
  const connection = new RTCPeerConnection()
  const [video] = canvas.captureStream(25).getVideoTracks()
  const [audio] = out.stream.getAudioTracks()
  for (const track of [audio, video]) if (track) connection.addTransceiver(track, { direction: 'sendonly' })
  const vp8 = RTCRtpReceiver.getCapabilities('video')?.codecs.filter(({ mimeType }) => mimeType === 'video/VP8') ?? []
  for (const transceiver of connection.getTransceivers())
    if (transceiver.sender.track === video) transceiver.setCodecPreferences(vp8)
  await connection.setLocalDescription()
  const answer = await (window as unknown as Exchange).exchange(connection.localDescription?.sdp ?? '')
  await connection.setRemoteDescription({ type: 'answer', sdp: answer })
}

/** Runs in the page: shows and hears what arrives, and notes when. */
async function watch(): Promise<void> {
  const reading: Reading = { latencies: [], soundAfterPicture: [] }
  Object.assign(window, { reading })
  const connection = new RTCPeerConnection()
  for (const kind of ['audio', 'video']) connection.addTransceiver(kind, { direction: 'recvonly' })
  const stream = new MediaStream()
  connection.ontrack = ({ track }) => stream.addTrack(track)
  await connection.setLocalDescription()
  const answer = await (window as unknown as Exchange).exchange(connection.localDescription?.sdp ?? '')
  await connection.setRemoteDescription({ type: 'answer', sdp: answer })
  const video = Object.assign(document.createElement('video'), { srcObject: stream, autoplay: true })
  document.body.append(video)
  const canvas = new OffscreenCanvas(1280, 720)
  const picture = canvas.getContext('2d', { willReadFrequently: true })
  let flashedAt = 0
  let wasBright = false
  const look = (shownAt: number) => {
    if (!picture) return
    picture.drawImage(video, 0, 0, 1280, 720)
    const isBright = (x: number, y: number) => (picture.getImageData(x, y, 1, 1).data[0] ?? 0) > 127
    let drawnAt = 0
    for (let bit = 0; bit < 24; bit += 1) if (isBright(bit * 50 + 25, 50)) drawnAt += 2 ** bit
    const now = Math.round(performance.timeOrigin + shownAt) % 2 ** 24
    const latency = now - drawnAt
    // A picture that was too coarse to read is no reading.
    if (latency >= 0 && latency < 10_000) reading.latencies.push(latency)
    const bright = isBright(640, 500)
    if (bright && !wasBright) flashedAt = shownAt
    wasBright = bright
    video.requestVideoFrameCallback(look)
  }
  video.requestVideoFrameCallback(look)
  const sound = new AudioContext()
  const ear = new AnalyserNode(sound, { fftSize: 256 })
  sound.createMediaStreamSource(stream).connect(ear)
  const samples = new Float32Array(256)
  let quietSince = 0
  setInterval(() => {
    ear.getFloatTimeDomainData(samples)
    const now = performance.now()
    const isLoud = samples.some((sample) => Math.abs(sample) > 0.1)
    if (!isLoud) {
      quietSince ||= now
      return
    }
    const heardAt = now
    const isOnset = quietSince > 0 && now - quietSince > 300
    quietSince = 0
    if (!isOnset) return
    // The flash of this beep may be shown a little later.
    setTimeout(() => {
      if (Math.abs(flashedAt - heardAt) < 450) reading.soundAfterPicture.push(heardAt - flashedAt)
    }, 400)
  }, 4)
}
