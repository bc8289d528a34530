import type { Config } from 'jest'

/** What both kinds of tests share: the sources run as ES modules, types taken out and nothing else changed. */
const base: Config = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
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
  // The rewritten imports say .js where the file on disk is .ts or .tsx.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.jsx?$': '$1' },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
}

const config: Config = {
  // Real databases, browsers and processes on two busy cores.
  testTimeout: 120_000,
  // Most of a server test is waiting for the database, so more of them than cores run side by side.
  maxWorkers: 3,
  projects: [
    {
      ...base,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: [
        '<rootDir>/{packages/{contract,federation},apps/sandbox,bench}/**/*.test.ts',
        '<rootDir>/scripts/**/*.test.ts',
      ],
    },
    {
      ...base,
      displayName: 'server',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/{apps/server,attack}/**/*.test.ts'],
      // Set-up and tear-down run in Node itself, which takes TypeScript and wants the names on disk.
      transformIgnorePatterns: ['/node_modules/', '/test-support/global-'],
      globalSetup: '<rootDir>/apps/server/test-support/global-setup.ts',
      globalTeardown: '<rootDir>/apps/server/test-support/global-teardown.ts',
    },
    {
      ...base,
      displayName: 'browser',
      testEnvironment: '<rootDir>/scripts/jest/browser-environment.ts',
      setupFiles: ['<rootDir>/scripts/jest/browser-setup.ts'],
      testMatch: [
        '<rootDir>/{packages/{shared-api,ui-kit},apps/{shell,sign-in,system-admin}}/**/*.test.{ts,tsx}',
      ],
      moduleNameMapper: {
        ...base.moduleNameMapper,
        // Arco's ES build has extensionless imports, which Node does not resolve.
        '^@arco-design/web-react/es/(.*)/style/.*$': '<rootDir>/scripts/jest/empty.ts',
        '^@arco-design/web-react/es/(.*)$': '@arco-design/web-react/lib/$1',
        '\\.css$': '<rootDir>/scripts/jest/empty.ts',
      },
    },
  ],
}

export default config
