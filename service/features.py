"""The features of the service, in the order in which they are built and start. They stop in the reverse order."""

from service.analysis import feature as analysis
from service.apps import feature as apps
from service.blocks import feature as blocks
from service.core import foundation as core
from service.core.feature import Feature
from service.due import feature as due
from service.dumps import feature as dumps
from service.export import feature as export
from service.fair_play import feature as fair_play
from service.hints import feature as hints
from service.law import feature as law
from service.lists import feature as lists
from service.meeting import feature as meeting
from service.moderation import feature as moderation
from service.monitoring import feature as monitoring
from service.monitoring.integrity import feature as integrity
from service.monitoring.upkeep import feature as upkeep
from service.news import feature as news
from service.orders import feature as orders
from service.people import feature as people
from service.play import feature as play
from service.presence import feature as presence
from service.profiles import feature as profiles
from service.proof import feature as proof
from service.replicas import feature as replicas
from service.reports import feature as reports
from service.retention import feature as retention
from service.rulebook import feature as rulebook
from service.site_log import feature as site_log
from service.switches import feature as switches
from service.talk import feature as talk
from service.tournaments import feature as tournaments
from service.web import feature as web
from service.web.sharing import feature as sharing
from service.witnesses import feature as witnesses

FEATURES: tuple[Feature, ...] = (
    core.feature,
    # it builds nothing; its routes are the first of the document
    profiles.feature,
    people.feature,
    apps.feature,
    lists.feature,
    play.feature,
    tournaments.feature,
    site_log.feature,
    talk.feature,
    # before all that sends: nobody hears from a site that has to erase the account again
    retention.feature,
    moderation.feature,
    switches.feature,
    meeting.feature,
    presence.feature,
    blocks.feature,
    law.feature,
    orders.feature,
    proof.feature,
    integrity.feature,
    due.feature,
    news.feature,
    witnesses.feature,
    reports.feature,
    export.feature,
    replicas.feature,
    analysis.feature,
    hints.feature,
    sharing.feature,
    rulebook.feature,
    monitoring.feature,
    upkeep.feature,
    fair_play.feature,
    dumps.feature,
    web.feature,
)
