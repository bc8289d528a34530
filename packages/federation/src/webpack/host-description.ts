import { allCalls } from '@atrium/contract'
import webpack, { type Compilation, type Compiler } from 'webpack'
import { hostApi } from '../registry/agreement.ts'
import { anyName, type HostDescription, hostDescriptionName } from '../registry/compatibility.ts'
import { shapesOf } from './call-shapes.ts'
import { sharedModules } from './shared.ts'
import { sharedVersions } from './shared-versions.ts'

/** Returns the exported names of a shared module, or `*` if they are unknown, as for CommonJS. */
function namesOf(compilation: Compilation, request: string): string[] {
  const { moduleGraph, modules } = compilation
  const provision = [...modules].find(
    (module) => module.type === 'provide-module' && module.identifier().includes(` ${request}@`),
  )
  const provided = provision && [...moduleGraph.getOutgoingConnections(provision)][0]?.module
  const names = provided && moduleGraph.getExportsInfo(provided).getProvidedExports()
  return Array.isArray(names) ? names.toSorted() : [anyName]
}

/** Emits a description of what the host offers to remotes. Releases are checked against it. */
export class HostDescriptionPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('HostDescriptionPlugin', (compilation) => {
      const shared = sharedVersions(compiler.context)
      const description: HostDescription = { api: hostApi, shared, parts: {}, calls: shapesOf(allCalls) }
      compilation.hooks.afterOptimizeModules.tap('HostDescriptionPlugin', () => {
        for (const { request } of sharedModules) description.parts[request] = namesOf(compilation, request)
      })
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'HostDescriptionPlugin', stage }, () => {
        compilation.emitAsset(hostDescriptionName, new webpack.sources.RawSource(JSON.stringify(description)))
      })
    })
  }
}
