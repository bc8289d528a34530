import { inFreshBrowser } from './browser/launch.ts'
import { type Load, loadPage, type Target } from './browser/load.ts'
import { type Profile, profiles } from './profiles.ts'

/** `cold`: nothing is cached. `warm`: a new tab of the same browser, after the cold load has settled. */
export const modes = ['cold', 'warm'] as const
export type Mode = (typeof modes)[number]

export interface Run extends Load {
  readonly screen: string
  readonly build: string
  readonly profile: string
  readonly mode: Mode
}

export interface Failure {
  readonly screen: string
  readonly build: string
  readonly profile: string
  readonly reason: string
}

/**
 * Loads every target with every profile repeatedly, by turns, so that slow phases of the machine affect every target.
 * Each load is in a new browser. The first round only warms up the server and does not count.
 * @param rounds number of rounds that count
 */
export async function runInTurns(
  targets: readonly Target[],
  rounds: number,
): Promise<{ runs: Run[]; failures: Failure[] }> {
  const [runs, failures]: [Run[], Failure[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    for (const profile of round === 0 ? profiles.slice(0, 1) : profiles) {
      for (const target of targets) {
        try {
          const loads = await loadTwice(target, profile)
          if (round > 0) runs.push(...loads)
        } catch (error) {
          failures.push({
            screen: target.screen,
            build: target.build,
            profile: profile.name,
            reason: String(error).split('\n')[0] ?? '',
          })
        }
      }
    }
    process.stderr.write(round === 0 ? 'warmed up\n' : `round ${round} of ${rounds}\n`)
  }
  return { runs, failures }
}

const loadTwice = (target: Target, profile: Profile): Promise<Run[]> =>
  inFreshBrowser(async (browser) => {
    const runs: Run[] = []
    for (const mode of modes) {
      const load = await loadPage(browser, target, profile)
      runs.push({ screen: target.screen, build: target.build, profile: profile.name, mode, ...load })
    }
    return runs
  })
