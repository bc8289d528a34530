import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from 'jest'

/** Shell and remotes: everything that is built for the browser. */
const apps = join(import.meta.dirname, 'apps')
const frontEnds = readdirSync(apps).filter((name) => existsSync(join(apps, name, 'webpack.config.ts')))

/**
 * Tests that need no browser run in Node itself, which runs the sources unchanged and loads each module once per
 * worker.
 */
const inNode: Config = {
  transform: {},
  testEnvironment: '<rootDir>/scripts/jest/node-environment.ts',
  testRunner: '<rootDir>/scripts/jest/node-runner.ts',
}

const config: Config = {
  // Time limit for a test or a hook on two slow and busy cores; tests that start processes set their own.
  testTimeout: 60_000,
  // Server tests mostly wait for the database, processes and time, so more of them than cores run in parallel.
  maxWorkers: 5,
  testSequencer: '<rootDir>/scripts/jest/sequencer.ts',
  projects: [
    {
      ...inNode,
      displayName: 'node',
      testMatch: [
        '<rootDir>/{packages/{contract,federation},apps/sandbox,bench}/**/*.test.ts',
        '<rootDir>/scripts/**/*.test.ts',
      ],
    },
    {
      ...inNode,
      displayName: 'server',
      testMatch: ['<rootDir>/{apps/server,attack}/**/*.test.ts'],
      globalSetup: '<rootDir>/apps/server/test-support/global-setup.ts',
      globalTeardown: '<rootDir>/apps/server/test-support/global-teardown.ts',
    },
    {
      displayName: 'browser',
      testEnvironment: '<rootDir>/scripts/jest/browser-environment.ts',
      setupFiles: ['<rootDir>/scripts/jest/browser-setup.ts'],
      testMatch: [
        '<rootDir>/packages/{shared-api,ui-kit}/**/*.test.{ts,tsx}',
        ...frontEnds.map((name) => `<rootDir>/apps/${name}/**/*.test.{ts,tsx}`),
      ],
      extensionsToTreatAsEsm: ['.ts', '.tsx'],
      // Removes types, and changes nothing else.
      transform: {
        '^.+\\.tsx?$': [
          'ts-jest',
          {
            useESM: true,
            diagnostics: false,
            tsconfig: {
              module: 'nodenext',
              target: 'es2024',
              jsx: 'react-jsx',
              isolatedModules: true,
              rewriteRelativeImportExtensions: true,
              resolveJsonModule: true,
              noEmit: false,
            },
          },
        ],
      },
      moduleNameMapper: {
        // Rewritten imports end in .js, but the file on disk is .ts or .tsx.
        '^(\\.{1,2}/.*)\\.jsx?$': '$1',
        // Arco's ES build has extensionless imports, which Node does not resolve.
        '^@arco-design/web-react/es/(.*)/style/.*$': '<rootDir>/scripts/jest/empty.ts',
        '^@arco-design/web-react/es/(.*)$': '@arco-design/web-react/lib/$1',
        '\\.css$': '<rootDir>/scripts/jest/empty.ts',
      },
      moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
    },
  ],
}

export default config
