import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Compiler } from 'webpack'
import { integrityLookup } from '../registry/agreement.ts'

/** Returns code that sets the integrity of an element that is about to fetch a file. */
const demand = (element: string, address: string): string =>
  `var demanded = globalThis[${JSON.stringify(integrityLookup)}]; if (demanded) demanded(${element}, ${address});`

/**
 * Has the chunks of a remote fetched with the integrity in the manifest of its release, so that a changed file does
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
