import { authorizationStyles, blinding, type ProductGrant } from '@atrium/contract'

/**
 * Returns the distinct `blinding` values of a grant's roles. Every role that is not explicitly unblinded counts as
 * blinded.
 */
export const blindingsIn = ({ roles }: ProductGrant): number[] => [
  ...new Set(
    roles.map(({ isBlind }) => (isBlind === blinding.unblinded ? blinding.unblinded : blinding.blinded)),
  ),
]

/** Returns whether a grant gives unblinded access. Only RTSM has blinding. */
export const isUnblinding = (style: number | null, grant: ProductGrant): boolean =>
  style === authorizationStyles.rtsm && blindingsIn(grant).includes(blinding.unblinded)
