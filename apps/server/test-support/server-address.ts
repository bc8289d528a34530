/** Environment variable with which the global set-up passes the PostgreSQL server of the run to the test files. */
const variable = 'ATRIUM_TEST_DATABASE'

/** PostgreSQL server of this test run. */
interface TestServer {
  /** URL of the owner in the template database, which has all migrations. */
  ownerUrl: string
  /** URL of the login role in the template database. */
  url: string
  /** Name of the template. */
  template: string
  /** Name of a second template, which has the data of a new deployment. */
  seededTemplate: string
  /** Folder for the contents of files. */
  files: string
}

export function publishTestServer(server: TestServer): void {
  process.env[variable] = JSON.stringify(server)
}

/** Returns the server that the global set-up started. */
export function testServer(): TestServer {
  const text = process.env[variable]
  if (!text) throw new Error('No test server: run this with the jest project whose globalSetup starts it.')
  return JSON.parse(text) as TestServer
}

/** Returns the URL of another database on the same server. */
export function urlOfDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
