// Types of the API under short names. The build generates `#api` from openapi.json.

import type {components} from '#api';

type Schemas = components['schemas'];

export type Me = Schemas['PlayerReply'];
export type Game = Schemas['GameReply'];
export type Decisions = Schemas['Decisions'];
export type Decision = Schemas['DecisionReply'];
export type Choice = Schemas['ChoiceReply'];
export type HintChoice = Schemas['HintChoice'];
export type SeenEvent = Schemas['SeenEvent'];
export type Preview = Schemas['PreviewReply'];
export type GameRow = Schemas['GameRow'];
export type OwnGame = Schemas['OwnGame'];
export type FinishedGame = Schemas['FinishedGame'];
export type FinishedSeat = Schemas['FinishedSeat'];
export type Ruleset = Schemas['RulesetReply'];
export type Option = Schemas['Option'];
export type Words = Schemas['Words'];
export type Guide = Schemas['GuideReply'];
export type Explained = Schemas['Explained'];
export type CoachStep = Schemas['StepWords'];
export type Clock = Schemas['ClockReply'];
export type ClockPreset = Schemas['ClockPreset'];
export type OpenGame = Schemas['OpenGame'];
export type FieldError = Schemas['FieldError'];
export type Profile = Schemas['PlayerProfile'];
export type Rating = Schemas['RatingReply'];
export type Presence = Schemas['PresenceReply'];
export type PlayerRecord = Schemas['PlayerRecord'];
export type RatedGame = Schemas['RatedGame'];
export type RankedPlayer = Schemas['RankedPlayer'];
export type Standing = Schemas['StandingReply'];
export type FoundPlayer = Schemas['FoundPlayerReply'];
export type ModeratedPlayer = Schemas['ModeratedPlayer'];
export type ModeratedGame = Schemas['ModeratedGame'];
export type ModeratedTournament = Schemas['ModeratedTournament'];
export type ModerationAct = Schemas['ActReply'];
export type WrittenText = Schemas['TextReply'];
export type VoidPeriod = Schemas['VoidPeriodReply'];
export type SiteState = Schemas['SiteReply'];
export type SignUpCode = Schemas['CodeReply'];
export type ModerationNews = Schemas['ModerationNews'];
export type GrantedRole = Schemas['RoleReply'];
export type BlockedPlayer = Schemas['BlockedPlayer'];
export type KeptApart = Schemas['KeptApart'];
export type Token = Schemas['TokenReply'];
export type CalendarLink = Schemas['CalendarLinkReply'];
export type Consent = Schemas['ConsentReply'];
export type Grant = Schemas['GrantReply'];
export type Passkey = Schemas['PasskeyReply'];
export type Seat = Schemas['SeatReply'];
export type SeatClock = Schemas['SeatClockView'];
export type OpenDecision = Schemas['OpenDecision'];
export type Awaiting = Schemas['Awaiting'];
export type Command = Schemas['AnyCommand'];
export type Result = Schemas['Result'];
export type Analysis = Schemas['GameAnalysis'];
export type EngineAnalysis = Schemas['EngineAnalysis'];
export type EngineProgress = Schemas['EngineProgress'];
export type ReturnLine = Schemas['ReturnLine'];
export type Challenge = Schemas['ChallengeReply'];
export type Rematch = Schemas['RematchReply'];
export type Pool = Schemas['PoolReply'];
export type Waiting = Schemas['WaitingReply'];
export type Message = Schemas['MessageReply'];
export type Talk = Schemas['TalkReply'];
export type Report = Schemas['ReportReply'];
export type ActAboutMe = Schemas['AgainstReply'];
export type ReportCase = Schemas['CaseReply'];
export type WholeCase = Schemas['WholeCase'];
export type Contested = Schemas['ContestedReply'];
export type FairPlayAsked = Schemas['AskedReply'];
export type FairPlayWhole = Schemas['WholeReport'];
export type Transparency = Schemas['Transparency'];
export type NewOrder = Partial<Omit<Schemas['NewOrderBody'], 'commands'>> & {
  commands?: {
    type: string,
    fields?: Record<string, any>,
    number?: Partial<Schemas['NumberBody']> & {field: string},
  }[],
};
export type Order = Schemas['OrderReply'];
export type OrderTerms = Schemas['OrderTerms'];
export type GameNote = Schemas['GameNote'];
export type PlayerNote = Schemas['PlayerNote'];

export type GigantenView = Schemas['GigantenView'];
export type SiberiaView = Schemas['SiberiaView'];
export type MinosView = Schemas['MinosView'];
export type StandingPiece = Schemas['Piece'];
export type ReplayLine = Schemas['ReplayLine'];
export type PatchOperation = Schemas['PatchOperation'];

export type TournamentLine = Schemas['TournamentLine'];
export type Tournament = Schemas['TournamentReply'];
export type TournamentTerms = Schemas['TournamentTerms'];
export type TournamentRound = Schemas['RoundReply'];
export type TournamentTable = Schemas['TableReply'];
export type Entrant = Schemas['EntrantReply'];
export type Draft = Schemas['DraftReply'];
export type Standings = Schemas['StandingsReply'];
export type StandingsRow = Schemas['StandingsRow'];
export type TraceLine = Schemas['TraceReply'];

export type Ping = Schemas['PingReply'];
export type Digest = Schemas['DigestReply'];
export type Push = Schemas['PushReply'];
export type Webhook = Schemas['WebhookReply'];
export type Delivery = Schemas['DeliveryReply'];
