/** Encrypts the secrets of authenticators: `@Inject(STAFF_CIPHER) cipher: SecretCipher`. */
export const STAFF_CIPHER = Symbol('staff cipher');
