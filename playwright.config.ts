import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { serverEnvironment, suiteUrl } from './e2e/support/suite.ts'
import { testedChromium } from './scripts/test/chromium.ts'

const executablePath = testedChromium()

// The processes that tests start share Node's cache of compiled code.
process.env.NODE_COMPILE_CACHE ??= resolve('.cache/node-compile')
// Without this Chromium renames downloaded files whose names are not plain ASCII.
process.env.LC_ALL = 'C.UTF-8'

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/e2e-results',
  fullyParallel: true,
  // A third of a worker's time is spent waiting, so more of them than cores run in parallel.
  workers: 4,
  forbidOnly: true,
  // The run ends with a list of tests that needed a second try, so that they can be fixed.
  retries: 1,
  // Time limits for two slow and busy cores.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    baseURL: suiteUrl,
    viewport: { width: 1280, height: 800 },
    // Nobody watches the frames of animations, and each takes as long as a call.
    contextOptions: { reducedMotion: 'reduce' },
    // Only for the second try, and without screenshots: recording takes a tenth of a test's time.
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
        // Tests that share a context share its process, which keeps compiled code for the next test.
        '--process-per-site',
        // Most pages live too short for code that is compiled with optimizations to pay off.
        '--js-flags=--max-optimized-bytecode-size=0',
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
