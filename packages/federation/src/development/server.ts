import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import webpack, { type Compiler, type Configuration } from 'webpack'
import webpackDevMiddleware from 'webpack-dev-middleware'
import { ReleaseManifestPlugin } from '../webpack/release-manifest.ts'
import { developmentVariable } from '../webpack/version.ts'
import { developmentOf } from './configuration.ts'
import { BuildEvents } from './events.ts'

/** An app with a development build. */
export interface DevelopedApp {
  readonly name: string
  /** Path prefixes that the app renders; empty for the shell. */
  readonly routes: readonly string[]
  readonly config: Configuration
}

/**
 * Reads the configuration of an app for a development build.
 * @param folder the folder with webpack.config.ts
 */
export async function developedApp(folder: string): Promise<DevelopedApp> {
  process.env[developmentVariable] = '1'
  const module = (await import(join(folder, 'webpack.config.ts'))) as { readonly default: Configuration }
  const config = module.default
  const release = config.plugins?.find((plugin) => plugin instanceof ReleaseManifestPlugin)?.release
  return { name: config.name ?? '', routes: release?.routes ?? [], config }
}

interface DevelopmentServerOptions {
  readonly apps: readonly DevelopedApp[]
  /** Port on 127.0.0.1; 0 for any free port. */
  readonly port: number
  /** Origins whose pages may load the builds, in addition to those on this machine. */
  readonly origins: readonly string[]
  /** Whether the page uses a development build of React, so that it stays open when a file is saved. */
  readonly keepsPage: boolean
}

export interface DevelopmentServer {
  readonly origin: string
  /** Builds an app unless it has already been built, and waits for the build. */
  readonly build: (name: string) => Promise<void>
  /** Reads a text file of a finished build. */
  readonly read: (name: string, file: string) => Promise<string>
  readonly close: () => Promise<void>
}

type Middleware = ReturnType<typeof webpackDevMiddleware>

/** Path of the build event stream. */
const events = '/builds'

const isLoopback = (host: string): boolean => /^(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(host)

/**
 * Whether a page may load the builds. To protect the sources, rejects host names of other sites that resolve to this
 * machine (DNS rebinding) and scripts embedded by other sites.
 */
function isAllowed({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  if (!isLoopback(headers.host ?? '')) return false
  const { origin } = headers
  if (origin !== undefined) return origins.includes(origin) || isLoopback(origin.replace(/^http:\/\//, ''))
  return headers['sec-fetch-site'] !== 'cross-site'
}

function allow({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin) response.setHeader('access-control-allow-origin', headers.origin)
  response.setHeader('vary', 'origin')
  // Chromium before 142 sends a preflight to ask whether a page from the network may access this machine (Private
  // Network Access).
  if (headers['access-control-request-private-network'] === 'true')
    response.setHeader('access-control-allow-private-network', 'true')
}

/** Serves development builds to this machine only. Builds an app at the first request for it. */
export async function startDevelopmentServer(options: DevelopmentServerOptions): Promise<DevelopmentServer> {
  const { apps, port, origins, keepsPage } = options
  const pages = new BuildEvents()
  const watched = new Map<string, Middleware>()
  const compilers: Compiler[] = []

  const server = createServer((request, response) => {
    if (!isAllowed(request, origins)) return void response.writeHead(403).end()
    allow(request, response)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    if (pathname === events) return pages.open(request, response)
    const app = apps.find(({ name }) => pathname.startsWith(`/${name}/`))
    if (!app) return void response.writeHead(404).end()
    return void middlewareOf(app)(request, response, () => void response.writeHead(404).end())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const middlewareOf = (app: DevelopedApp): Middleware => {
    const { name, config } = app
    const present = watched.get(name)
    if (present) return present
    const compiler = webpack(developmentOf(config, { origin, events, keepsPage }))
    compilers.push(compiler)
    const middleware = webpackDevMiddleware(compiler, {
      publicPath: `/${name}/`,
      // Errors are printed and sent to pages.
      stats: { preset: 'errors-warnings', timings: true, colors: process.stdout.isTTY },
      headers: { 'cache-control': 'no-cache' },
      hot: { transport: pages.transport, path: events, inject: 'none' },
    })
    watched.set(name, middleware)
    return middleware
  }

  const find = (name: string): DevelopedApp => {
    const app = apps.find((one) => one.name === name)
    if (!app) throw new Error(`There is no app ${name}`)
    return app
  }

  return {
    origin,
    build: (name) => new Promise((built) => middlewareOf(find(name)).waitUntilValid(() => built())),
    read: (name, file) =>
      new Promise((resolve, reject) => {
        const { outputFileSystem } = middlewareOf(find(name)).context
        outputFileSystem.readFile(`/${name}/${file}`, (error: Error | null, content?: Buffer | string) =>
          error ? reject(error) : resolve(String(content)),
        )
      }),
    close: async () => {
      pages.close()
      server.closeAllConnections()
      server.close()
      await Promise.all(
        [...watched.values()].map(
          (middleware) => new Promise<void>((done) => middleware.close(() => done())),
        ),
      )
    },
  }
}
