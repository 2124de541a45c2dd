/** What a person has allowed. It is secret. It can be stored as JSON. */
export interface Grant {
    readonly server: string;
    readonly clientId: string;
    readonly accessToken: string;
    readonly refreshToken: string | null;
    /** The scopes that were granted, separated by spaces: maybe fewer than were asked for. */
    readonly scope: string;
    /** In milliseconds since 1970; null if the server does not say. */
    readonly expiresAt: number | null;
}
/** What a page asks for. */
export interface Asked {
    readonly server: string;
    /** A name or the address of the app, as its author chooses. */
    readonly clientId: string;
    readonly scopes: readonly string[];
    /** The address to which the person returns: by default this page, without query and fragment. */
    readonly redirectUri?: string;
}
/** Send the person to the service, which asks for consent (PKCE, RFC 7636). */
export declare function signIn(asked: Asked): Promise<void>;
/**
 * Return what the person has allowed, on the page to which the person returns; null if this is no return.
 * Throws AuthorizationError with the code of the refusal, such as `access_denied`.
 */
export declare function signedIn(): Promise<Grant | null>;
/** Return the grant with new tokens; the old ones end. Throws AuthorizationError. */
export declare function refreshed(grant: Grant): Promise<Grant>;
/** End a grant, and all that was made with it (RFC 7009). */
export declare function revoke(grant: Grant): Promise<void>;
