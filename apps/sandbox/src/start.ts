import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { ctmsRoutes } from './ctms/routes.ts'
import { guard, listen } from './http.ts'
import { createInbox } from './inbox.ts'
import { startMailServer } from './mail-server.ts'
import { inboxRoutes } from './page/routes.ts'
import { productsPath } from './products/products.ts'
import { productRoutes } from './products/routes.ts'
import { gatewayPath, smsGateway } from './sms/gateway.ts'
import type { GatewayKey } from './sms/signature.ts'

export interface SandboxOptions {
  /** Of the inbox page; 8025 by default. Where another program has it, any free one is taken. */
  readonly port?: number
  /** Of somebody whom the inbox names as one who can sign in by SMS. */
  readonly demoPhone?: string
  /** Keys of each product's calls, by its appCode; a product without one rejects them all. */
  readonly productKeys?: Readonly<Record<string, string>>
  /** Folder of the products' records; in memory by default. */
  readonly productsFolder?: string
  /** URL of the suite from which users come to the products; without it nobody can come. */
  readonly suiteUrl?: string
}

/** A sandbox that runs. */
export interface Sandbox {
  /** URL of the inbox page. */
  readonly address: string
  /** Settings of the server that lead to it. */
  readonly environment: { readonly SMTP_URL: string; readonly SMS_GATEWAY_URL: string }
  /** URL of the products: each has its page and its calls below it, under its appCode in lower case. */
  readonly productsUrl: string
  close(): Promise<void>
}

const bodyLimit = 64 * 1024

/** Starts mail server, SMS gateway, CTMS, the products and the inbox page, reachable from this machine only. */
export async function startSandbox({
  port = 8025,
  demoPhone,
  productKeys = {},
  productsFolder,
  suiteUrl,
}: SandboxOptions = {}): Promise<Sandbox> {
  const inbox = createInbox()
  const key: GatewayKey = { id: 'sandbox', key: randomBytes(32).toString('base64url') }
  const app = Fastify({ bodyLimit, forceCloseConnections: true })
  guard(app)
  await app.register(inboxRoutes(inbox, demoPhone))
  await app.register(smsGateway(inbox, key))
  await app.register(ctmsRoutes)
  await app.register(productRoutes({ keys: productKeys, folder: productsFolder, suiteUrl }))
  const address = await listen(app, port)
  const mailServer = await startMailServer(inbox)
  const gateway = new URL(gatewayPath, address)
  gateway.username = key.id
  gateway.password = key.key
  return {
    address,
    environment: { SMTP_URL: mailServer.url, SMS_GATEWAY_URL: gateway.href },
    productsUrl: `${address}${productsPath}`,
    close: async () => {
      await app.close()
      await mailServer.close()
    },
  }
}
