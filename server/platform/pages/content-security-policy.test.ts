import { expect, test } from 'vitest'
import { createTestApp } from '#tests/school/create-test-app.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'

const directive = (policy: string, name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `))

test('only pages with a player frame embedded players', async () => {
  const { deps } = await createTestApp()
  const config = { ...deps.config, recordingOrigins: ['https://videos.example'] }
  for (const path of ['/videos/103', '/enrolled-courses/1/classes', '/enrolled-courses/1/classes/7']) {
    const policy = contentSecurityPolicy(config, path, { scripts: [], styles: [] })
    expect(directive(policy, 'frame-src')).toBe('frame-src https://www.youtube-nocookie.com https://player.vimeo.com')
    expect(directive(policy, 'media-src')).toBe("media-src 'self' blob: https://videos.example")
    expect(directive(policy, 'connect-src')).toBe("connect-src 'self' https://videos.example")
    expect(policy).not.toMatch(/script-src[^;]*(?:youtube|vimeo)/)
  }
  for (const path of ['/home', '/enrolled-courses', '/enrolled-courses/1', '/course/1', '/razarpayment/101']) {
    expect(contentSecurityPolicy(config, path, { scripts: [], styles: [] }), path).not.toMatch(/youtube|vimeo|videos\.example/)
  }
})
