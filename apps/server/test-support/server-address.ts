/** How the run's PostgreSQL server is handed from the global set-up to the test files: by the environment. */
const variable = 'ATRIUM_TEST_DATABASE'

/** The server of this test run. */
interface TestServer {
  /** URL of the owner in the template database, which has all migrations. */
  ownerUrl: string
  /** URL of the login role in the template database. */
  url: string
  /** The template's name. */
  template: string
  /** A second template: what every deployment begins with is in it. */
  seededTemplate: string
  /** A folder for the contents of files. */
  files: string
}

export function publishTestServer(server: TestServer): void {
  process.env[variable] = JSON.stringify(server)
}

/** The server that the global set-up has started. */
export function testServer(): TestServer {
  const text = process.env[variable]
  if (!text) throw new Error('No test server: run this with the jest project whose globalSetup starts it.')
  return JSON.parse(text) as TestServer
}

/** The same server, another database. */
export function urlOfDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
