import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'

const root = join(import.meta.dirname, '..', '..')

/** Takes screenshots for people to review. It checks nothing. */
export default defineConfig({
  ...base,
  testDir: import.meta.dirname,
  testMatch: '**/*.shots.ts',
  globalSetup: join(root, 'tests', 'runner', 'start-product.ts'),
  outputDir: join(root, 'test-results'),
})
