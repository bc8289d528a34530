import { createChecking } from './checking.ts'
import { checks } from './checks.ts'
import { Failed, type ProductAddress, ProductClient, Warning } from './product.ts'
import { startStandIn } from './stand-in.ts'

/** Result of a check. */
interface CheckResult {
  readonly name: string
  readonly outcome: 'passed' | 'warning' | 'failed'
  /** Reason for a failure or a warning, or a remark about a passed check; '' for none. */
  readonly message: string
}

/**
 * Checks a product and yields each result as soon as it is known.
 * @throws Error if the stand-in for Atrium cannot listen
 */
export async function* checkProduct(product: ProductAddress): AsyncGenerator<CheckResult> {
  const standIn = await startStandIn(product)
  const checking = createChecking(new ProductClient(product), standIn)
  try {
    for (const { name, run, appliesTo } of checks) {
      if (appliesTo?.(checking) === false) continue
      try {
        yield { name, outcome: 'passed', message: await run(checking) }
      } catch (error) {
        if (!(error instanceof Failed || error instanceof Warning)) throw error
        yield { name, outcome: error instanceof Warning ? 'warning' : 'failed', message: error.message }
      }
    }
  } finally {
    await standIn.close()
  }
}
