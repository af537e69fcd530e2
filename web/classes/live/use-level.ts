import { useEffect, useState } from 'react'

/** How loud a stream is, from 0 to 1, ten times a second. */
export function useLevel(stream: MediaStream | undefined): number {
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (!stream || stream.getAudioTracks().length === 0) return setLevel(0)
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 512
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      // -60 dB is silence, -10 dB is a loud voice.
      setLevel(Math.min(1, Math.max(0, (10 * Math.log10(power + 1e-9) + 60) / 50)))
    }, 100)
    return () => {
      clearInterval(timer)
      void context.close()
    }
  }, [stream])
  return level
}
