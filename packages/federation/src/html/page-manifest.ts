import type { ReleaseManifest } from '../registry/manifest.ts'

/**
 * A manifest as a page carries it: what it takes to run the release. Left out is what was checked when the release was
 * accepted, and the files that only pages of others ask for; with them it would be thrice as long.
 */
export function pageManifest({ exposes, files, needs, ...rest }: ReleaseManifest): ReleaseManifest {
  const own = new Set([...exposes.routes.scripts, ...exposes.routes.styles])
  const foreign = new Set(
    [...exposes.mount.scripts, ...exposes.mount.styles].filter((file) => !own.has(file)),
  )
  return {
    ...rest,
    exposes: { routes: exposes.routes, mount: { scripts: [], styles: [] } },
    needs: {
      host: needs.host,
      shared: {},
      parts: Object.fromEntries(Object.keys(needs.parts).map((module) => [module, []])),
      calls: {},
    },
    files: Object.fromEntries(Object.entries(files).filter(([file]) => !foreign.has(file))),
  }
}
