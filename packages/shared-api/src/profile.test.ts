import { parseProfile, publicPartOf } from '@atrium/contract'
import { afterEach, describe, expect, it } from '@jest/globals'
import { installProfile, plainProfile, profile, profileElement, readPageProfile } from './profile.ts'

afterEach(() => installProfile(plainProfile))

describe('the profile', () => {
  it('defaults to the contract’s result for an empty file', () => {
    expect(plainProfile).toEqual(publicPartOf(parseProfile({})))
  })

  it('is read from the page', () => {
    const given = { ...plainProfile, filing: '沪ICP备00000000号' }
    document.body.innerHTML = `<script type="application/json" id="${profileElement}">${JSON.stringify(given)}</script>`
    readPageProfile()
    expect(profile()).toEqual(given)
  })
})
