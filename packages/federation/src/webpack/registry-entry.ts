import webpack, { type Compiler } from 'webpack'

/** Name of the emitted registry entry of a remote. */
export const registryEntryName = 'remote.json'

/** Emits what the registry says of a remote, so that a remote can be released by its folder alone. */
export class RegistryEntryPlugin {
  private readonly entry: { readonly name: string; readonly routes: readonly string[] }

  constructor(entry: { readonly name: string; readonly routes: readonly string[] }) {
    this.entry = entry
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('RegistryEntryPlugin', (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tap({ name: 'RegistryEntryPlugin', stage }, () => {
        compilation.emitAsset(registryEntryName, new webpack.sources.RawSource(JSON.stringify(this.entry)))
      })
    })
  }
}
