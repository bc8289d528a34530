import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { serverEnvironment, suiteUrl } from './e2e/support/suite.ts'
import { testedChromium } from './scripts/test/chromium.ts'

const executablePath = testedChromium()

// What Node made of the sources is kept for the processes that tests start.
process.env.NODE_COMPILE_CACHE ??= resolve('.cache/node-compile')
// Without it Chromium gives a file whose name is not plain ASCII another one.
process.env.LC_ALL = 'C.UTF-8'

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/e2e-results',
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  // A test that needed its second try is named at the end of the run, to be mended.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    baseURL: suiteUrl,
    viewport: { width: 1280, height: 800 },
    // Pictures between a beginning and an end are drawn for nobody, and each takes as long as a call.
    contextOptions: { reducedMotion: 'reduce' },
    // Of the second try alone, and without pictures: writing it down costs a tenth of a test's time.
    trace: { mode: 'on-first-retry', screenshots: false },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Tests that share a context share its process, in which what one has compiled serves the next.
        '--process-per-site',
      ],
    },
  },
  webServer: {
    command: 'node e2e/support/serve.ts',
    url: `${suiteUrl}/api/ready`,
    env: serverEnvironment,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
  },
})
