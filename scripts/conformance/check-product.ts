import { createChecking } from './checking.ts'
import { checks } from './checks.ts'
import { Failed, type ProductAddress, ProductClient } from './product.ts'
import { startStandIn } from './stand-in.ts'

/** Result of a check. */
interface CheckResult {
  readonly name: string
  /** Reason for a failure; undefined if the check passed. */
  readonly fault: string | undefined
  /** Remark about a passed check; '' for none. */
  readonly more: string
}

/**
 * Checks a product and yields each result as soon as it is known.
 * @throws Error if the stand-in for Atrium cannot listen
 */
export async function* checkProduct(product: ProductAddress): AsyncGenerator<CheckResult> {
  const standIn = await startStandIn(product)
  const checking = createChecking(new ProductClient(product), standIn)
  try {
    for (const { name, run } of checks) {
      try {
        yield { name, fault: undefined, more: await run(checking) }
      } catch (error) {
        if (!(error instanceof Failed)) throw error
        yield { name, fault: error.message, more: '' }
      }
    }
  } finally {
    await standIn.close()
  }
}
