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
  /** Port of the inbox page, 8025 by default. If another program uses it, any free port is used. */
  readonly port?: number
  /** Phone number of a demo user who can sign in by SMS. The inbox page names it. */
  readonly demoPhone?: string
  /** Call keys of the products by appCode. A product without a key rejects every call. */
  readonly productKeys?: Readonly<Record<string, string>>
  /** Folder of the products' records. In memory by default. */
  readonly productsFolder?: string
  /** URL of the suite from which users come. Without it, nobody can sign in to a product. */
  readonly suiteUrl?: string
}

/** A running sandbox. */
export interface Sandbox {
  /** URL of the inbox page. */
  readonly address: string
  /** Server settings that point to the sandbox. */
  readonly environment: { readonly SMTP_URL: string; readonly SMS_GATEWAY_URL: string }
  /** Base URL of the products. Each product has its page and calls below it, under its appCode in lower case. */
  readonly productsUrl: string
  close(): Promise<void>
}

const bodyLimit = 64 * 1024

/** Starts the mail server, SMS gateway, CTMS, products and inbox page. Only this machine can reach them. */
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
