import { expect, test } from 'vitest'
import { vimeo, youtube } from './embed-messages.ts'

const info = (values: object) => JSON.stringify({ event: 'infoDelivery', info: values })

test.each([
  [JSON.stringify({ event: 'onReady' }), { type: 'ready' }],
  [info({ currentTime: 12.5 }), { type: 'playing', position: 12.5 }],
  [info({ currentTime: 12.5, playerState: 2 }), { type: 'paused', position: 12.5 }],
  [info({ playerState: 0 }), { type: 'ended', position: 7 }],
  [info({ volume: 80 }), null],
  [info({ currentTime: -1 }), null],
  ['{', null],
  ['null', null],
  [{ event: 'initialDelivery' }, null],
])('reads the YouTube message %j', (data, event) => {
  expect(youtube.read(data, 7)).toEqual(event)
})

test.each([
  [JSON.stringify({ event: 'ready' }), { type: 'ready' }],
  [
    { event: 'timeupdate', data: { seconds: 3.2, duration: 60 } },
    { type: 'playing', position: 3.2 },
  ],
  [JSON.stringify({ event: 'pause', data: { seconds: 4 } }), { type: 'paused', position: 4 }],
  [JSON.stringify({ event: 'ended', data: {} }), { type: 'ended', position: 7 }],
  [JSON.stringify({ method: 'getDuration', value: 60 }), null],
  [42, null],
])('reads the Vimeo message %j', (data, event) => {
  expect(vimeo.read(data, 7)).toEqual(event)
})

test('a frame begins where the student stopped', () => {
  const address = youtube.addressOf('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 61.9, 'https://school.example')
  expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
    start: '61',
    autoplay: '1',
    origin: 'https://school.example',
  })
  const unlisted = vimeo.addressOf('https://player.vimeo.com/video/76979871?h=8272103f6e', 61.9, '')
  expect(unlisted).toBe('https://player.vimeo.com/video/76979871?h=8272103f6e&autoplay=1&playsinline=1&dnt=1#t=61s')
})

test('a player is asked to play from a second', () => {
  expect([...youtube.playFrom(90), ...vimeo.playFrom(90)].map((text): unknown => JSON.parse(text))).toEqual([
    { event: 'command', func: 'seekTo', args: [90, true] },
    { event: 'command', func: 'playVideo', args: [] },
    { method: 'setCurrentTime', value: 90 },
    { method: 'play' },
  ])
})
