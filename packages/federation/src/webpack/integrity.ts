import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import webpack, { type Compiler } from 'webpack'
import { integrityLookup } from '../registry/agreement.ts'

/** Code that gives an element the integrity that the page knows of the file that it is about to fetch. */
const demand = (element: string, address: string): string =>
  `var demanded = globalThis[${JSON.stringify(integrityLookup)}]; if (demanded) demanded(${element}, ${address});`

/**
 * Has a remote's chunks fetched under the integrity of its release's manifest: a file that is not the one that was
 * released is not run.
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
