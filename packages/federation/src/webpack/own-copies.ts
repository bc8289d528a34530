import webpack, { type Compilation, type Compiler } from 'webpack'

/** Libraries that remotes may use only through the host. */
const foreign =
  /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler|zod|zustand|ky|i18next|@arco-design[\\/]web-react|@tanstack[\\/]react-query)[\\/]/

/** Packages of the suite of which only the host has a copy. */
const ours = /[\\/]packages[\\/](shared-api|ui-kit)[\\/]src[\\/]/

const isCopy = (resource: string): boolean => foreign.test(resource) || ours.test(resource)

function copiesIn(compilation: Compilation): string[] {
  const resources = [...compilation.modules].map((module) => module.nameForCondition() ?? '')
  return [...new Set(resources.filter(isCopy))]
}

/** Fails the build of a remote that would contain its own copy of a module the host provides. */
export class ForbidOwnCopiesPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ForbidOwnCopiesPlugin', (compilation) => {
      compilation.hooks.afterOptimizeModules.tap('ForbidOwnCopiesPlugin', () => {
        for (const resource of copiesIn(compilation)) {
          compilation.errors.push(
            new webpack.WebpackError(
              `${resource} would be a second copy on the page. Import it through @atrium/shared-api or ` +
                'an entry of @atrium/ui-kit; see sharedModules in packages/federation.',
            ),
          )
        }
      })
    })
  }
}
