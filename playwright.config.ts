import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { serverEnvironment, suiteUrl } from './e2e/support/suite.ts'

const systemChromium = '/usr/bin/chromium'

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/e2e-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  use: {
    baseURL: suiteUrl,
    viewport: { width: 1280, height: 800 },
    // Without pictures, which cost a twentieth of the whole run: the pages themselves are in the trace.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      ...(existsSync(systemChromium) && { executablePath: systemChromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
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
