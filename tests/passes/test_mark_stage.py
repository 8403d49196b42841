"""mark-stage: a name for a point of a pipeline."""

from __future__ import annotations

from toy_text import RETURN, add, main
from xdsl.context import Context

from periclase.passes.mark_stage import MarkStage
from periclase.passes.pass_manager import StageObserver
from periclase.passes.pipelines import Pipeline, mark_stage


def test_it_changes_nothing() -> None:
    module = main(add("%x", "%a", "%b") + RETURN)
    before = str(module)
    MarkStage("mir").apply(Context(), module)
    assert str(module) == before


def test_observers_see_the_module_at_the_points_in_order() -> None:
    module = main(add("%x", "%a", "%b") + RETURN)
    seen: list[tuple[str, bool]] = []
    pipeline = Pipeline.of(mark_stage("first"), "dce", 'mark-stage{stage="second"}')
    pipeline.run(Context(), module, [StageObserver(lambda name, m: seen.append((name, "toy.add" in str(m))))])
    assert seen == [("first", True), ("second", False)]
    assert pipeline.stages() == ("first", "second")
