import { pick, pickSkewed, type Random } from '../../lib/random.ts'
import type { Names } from './names.ts'

const starts =
  'Al Ar Bel Bio Cal Cor Del El Ever Fal Gen Hel Im Jan Kar Lu Mer Mi Neo Nor Nov Om Or Pel Qui Ro Sel Syn Ta Ul Ver Vi Xe Zy'.split(
    ' ',
  )
const middles = 'a ba ca da de dri e fi ga i la lo ma mi na ne o pha ra ri ro sa ta te ti u va vo'.split(' ')
const ends =
  'bix cell cure dex gen gix lyn med mune nix phar quest ra ris ron sis tech tis tra vance vax via vita xis zen'.split(
    ' ',
  )
const trades = [
  ...['Pharmaceuticals', 'Therapeutics', 'Biosciences', 'Clinical Research', 'Medical Devices', 'Oncology'],
  ...['Biologics', 'Diagnostics', 'Life Sciences', 'Gene Therapy', 'Vaccines', 'Neuroscience'],
]
const forms = ['Inc.', 'Ltd.', 'GmbH', 'LLC', 'S.A.', 'AG', 'PLC', 'B.V.', 'K.K.']
const firstNames =
  'James Mary Anna Peter Laura Thomas Julia Martin Sofia Daniel Emma Lukas Clara Hugo Nina Oscar Elena Paul Ines Viktor'.split(
    ' ',
  )
const familyNames =
  'Smith Keller Dubois Rossi Novak Larsen Meyer Tanaka Silva Brown Fischer Moreau Conti Horvat Berg Wagner Sato Costa Clark Lindqvist Bauer Petit Greco Kovacs Dahl Weber Mori Pereira Young Nyberg'.split(
    ' ',
  )

/** Returns Latin names for a tenant. */
export function latinNames(random: Random): Names {
  const middle = random() < 0.5 ? pick(random, middles) : pick(random, middles) + pick(random, middles)
  const brand = pick(random, starts) + middle + pick(random, ends)
  return {
    name: `${brand} ${pickSkewed(random, trades)} ${pickSkewed(random, forms)}`,
    abbr: brand.slice(0, 6).toUpperCase(),
    contact: `${pickSkewed(random, firstNames)} ${pick(random, familyNames)}`,
  }
}
