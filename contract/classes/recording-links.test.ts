import { expect, test } from 'vitest'
import { readRecordingLink } from './recording-links.ts'

const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1&si=who', 'youtube', player],
  ['https://youtu.be/dQw4w9WgXcQ?si=who', 'youtube', player],
  ['https://m.youtube.com/live/dQw4w9WgXcQ', 'youtube', player],
  [' https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ ', 'youtube', player],
  ['https://vimeo.com/76979871', 'vimeo', 'https://player.vimeo.com/video/76979871'],
  ['https://vimeo.com/76979871/8272103f6e', 'vimeo', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e&app_id=1',
    'vimeo',
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
  ],
  ['https://videos.example/a/index.m3u8?token=1', 'hls', 'https://videos.example/a/index.m3u8?token=1'],
  ['https://videos.example/lesson.MP4', 'file', 'https://videos.example/lesson.MP4'],
])('reads %s as %s', (text, kind, url) => {
  expect(readRecordingLink(text)).toEqual({ kind, url })
})

test.each([
  '',
  'lesson.mp4',
  'javascript:alert(1)//.mp4',
  'data:video/mp4,x',
  'http://videos.example/lesson.mp4',
  'https://who:secret@videos.example/lesson.mp4',
  'https://videos.example:8443/lesson.mp4',
  'https://videos.example/lesson',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/@somebody',
  'https://vimeo.com/channels/staffpicks',
  'https://vimeo.com/76979871?h=%22onload',
  '//videos.example/lesson.mp4',
])('plays nothing for %j', (text) => {
  expect(readRecordingLink(text)).toBeNull()
})
