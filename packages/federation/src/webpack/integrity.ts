import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Compiler } from 'webpack'
import { integrityLookup } from '../registry/agreement.ts'

/** Returns code that sets the integrity of an element that is about to fetch a file. */
const demand = (element: string, address: string): string =>
  `var demanded = globalThis[${JSON.stringify(integrityLookup)}]; if (demanded) demanded(${element}, ${address});`

/**
 * Makes the chunks of a remote load only with the integrity in its release's manifest, so that a changed file does
 * not run.
 */
export class DemandIntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('DemandIntegrityPlugin', (compilation) => {
      const scripts = webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation)
      scripts.createScript.tap('DemandIntegrityPlugin', (source) => `${source}\n${demand('script', 'url')}`)
      const styles = MiniCssExtractPlugin.getCompilationHooks(compilation)
      styles.beforeTagInsert.tap(
        'DemandIntegrityPlugin',
        (source, { tag }) => `${source}\n${demand(tag, `${tag}.href`)}`,
      )
    })
  }
}
