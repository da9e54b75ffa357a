"""Reading lists of names, and comparing them with the authors on record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.papers.differences import Difference, compare_authors, may_be_same_person
from bot.papers.name_lists import write_name
from bot.papers.names import (
    AuthorList,
    Name,
    NameForm,
    find_lists,
    find_run,
    find_turned,
    given_first,
    names_of,
    read_authors,
    split_name,
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("Ann Lee · Bo Chen · Cara Diaz", ("Ann Lee", "Bo Chen", "Cara Diaz"), id="dots"),
        pytest.param("Ann Lee | Bo Chen", ("Ann Lee", "Bo Chen"), id="bars"),
        pytest.param("Ann Lee / Bo Chen", ("Ann Lee", "Bo Chen"), id="slashes"),
        pytest.param("Ann Lee (Foo), Bo Chen (Bar Labs)", ("Ann Lee", "Bo Chen"), id="where they work"),
        pytest.param("Ann (Annie) Lee, Bo Chen", ("Ann (Annie) Lee", "Bo Chen"), id="a short name"),
    ],
)
def test_names_in_what_is_known_to_be_a_list_of_authors(text: str, names: tuple[str, ...]) -> None:
    assert names_of(text).names == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Diederik P. Kingma, Jimmy Ba", ("Diederik P. Kingma", "Jimmy Ba")),
        ("Diederik Kingma and Jimmy Ba.", ("Diederik Kingma", "Jimmy Ba")),
        ("A. Radford, J. W. Kim, & I. Sutskever", ("A. Radford", "J. W. Kim", "I. Sutskever")),
        ("Kingma, D.; Ba, J.", ("D. Kingma", "J. Ba")),
        ("Simonyan, K., Zisserman, A.", ("K. Simonyan", "A. Zisserman")),
        ("Simonyan K., Zisserman A.", ("K. Simonyan", "A. Zisserman")),
        ("Fogel, L.J., Owens, A.J. and Walsh, M.J.", ("L.J. Fogel", "A.J. Owens", "M.J. Walsh")),
        ("Kipf TN, LaViola JJ Jr", ("TN Kipf", "JJ LaViola Jr")),
        ("Kipf, T., LaViola JJ, Ba, J.", ("T. Kipf", "JJ LaViola", "J. Ba")),
        ("Kipf T N, LaViola J, Ba J Q", ("T N Kipf", "J LaViola", "J Q Ba")),
        ("Kipf T N", ("T N Kipf",)),
        ("A.B., C.D, E.F.G", ("A.B", "C.D", "E.F.G")),
        ("M¨uller K, Hor´ak P", ("K M¨uller", "P Hor´ak")),
        ('K{"o}hl, Bo and {\\v{S}}ime, Eva', ('Bo K{"o}hl', "Eva {\\v{S}}ime")),
        ("Titzer, Ben L.", ("Ben L Titzer",)),
        ("Xi Wang 0005, Ann Lee", ("Xi Wang", "Ann Lee")),
        ("Kingma, Diederik and Ba, Jimmy", ("Diederik Kingma", "Jimmy Ba")),
        ("Lee, Ann, Chen, Bo C, and Diaz, Carla", ("Ann Lee", "Bo C Chen", "Carla Diaz")),
        ("Lee, Ann, and Chen, Bo", ("Ann Lee", "Bo Chen")),
        ("Kingma, Diederik; Chan, T.-H. Bo; Ba, Jimmy", ("Diederik Kingma", "T.-H. Bo Chan", "Jimmy Ba")),
        ("Such, Jose M. and van Nuenen, Tom and Ba, Jimmy", ("Jose M. Such", "Tom van Nuenen", "Jimmy Ba")),
        ("Kipf, Thomas N., and Max Welling", ("Thomas N. Kipf", "Max Welling")),
        ("He, Kaiming, Xiangyu Zhang, and Jian Sun.", ("Kaiming He", "Xiangyu Zhang", "Jian Sun")),
        ("Plato, Jane Doe, and Max Welling", ("Plato", "Jane Doe", "Max Welling")),
        ("Kingma & Ba", ("Kingma", "Ba")),
        ("Jose\u0301 Diaz, Bo Chen", ("Jose\u0301 Diaz", "Bo Chen")),
        ("Laurens van der Maaten, Geoffrey Hinton", ("Laurens van der Maaten", "Geoffrey Hinton")),
        ("Francesco d'Amore, Leslie O'Bray", ("Francesco d'Amore", "Leslie O'Bray")),
        ("Yong-Lu Li*, Cewu Lu†", ("Yong-Lu Li", "Cewu Lu")),
        ("Petar Veličković，Pietro Liò", ("Petar Veličković", "Pietro Liò")),
        ("岡林輝, 蔭山智", ("岡林輝", "蔭山智")),
        ("김철수, 이영희", ("김철수", "이영희")),
    ],
)
def test_names_are_read(text: str, names: tuple[str, ...]) -> None:
    assert read_authors(text) == AuthorList(names)


@pytest.mark.parametrize(
    "end", [" et al.", ", et al", "; et.a.", ", others .", " and others", " & colleagues", " 等", "…"]
)
def test_more_are_meant(end: str) -> None:
    assert read_authors(f"Ashish Vaswani{end}") == AuthorList(("Ashish Vaswani",), more=True)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Vaswani, Ashish, et al.", ("Ashish Vaswani",)),
        ("Kipf, Thomas N., and others", ("Thomas N. Kipf",)),
        ("Kipf, Welling et al.", ("Kipf", "Welling")),
        ("Jane Doe, Max Welling, et al.", ("Jane Doe", "Max Welling")),
        ("Lee, A., Chen, B., ... & Ito, M.", ("A. Lee", "B. Chen", "M. Ito")),
        ("Lee, A., Chen, B., . . . Ito, M.", ("A. Lee", "B. Chen", "M. Ito")),
        ("Ann Lee, Bo Chen, … Mia Ito", ("Ann Lee", "Bo Chen", "Mia Ito")),
    ],
)
def test_the_first_of_more_may_be_written_family_name_first(text: str, names: tuple[str, ...]) -> None:
    assert read_authors(text) == AuthorList(names, more=True)


@pytest.mark.parametrize(
    "text",
    [
        *("", "et al.", "a method that learns from pairs", "Kingma, Ba, and a remark about both", "MIT, CMU"),
        *("Code: GitHub", "GPT-4, Llama 2", "https://example.org", "one, Two"),
    ],
)
def test_other_texts_are_not_names(text: str) -> None:
    assert read_authors(text) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("D. Kingma", "Diederik P. Kingma"),
        ("Kingma", "Diederik P. Kingma"),
        ("Kingma Diederik", "Diederik P. Kingma"),
        ("Björn Ommer", "Bjorn Ommer"),
        ("Markus Püschel", "Markus Pueschel"),
        ("İsmail İlkan Ceylan", "Ismail Ilkan Ceylan"),
        ("Rafał Józefowicz", "Rafal Jozefowicz"),
        ("Yong-Lu Li", "Yonglu Li"),
        ("Y.-L. Li", "Yong-Lu Li"),
        ("van de Meent", "Jan-Willem van de Meent"),
        ("L. Van Gool", "Luc Van Gool"),
        ("Du", "Yilun Du"),
        ("An Bo", "Bo An"),
        ("Jeff Wu", "Jeffrey Wu"),
        ("Tian Qi Chen", "Ricky T. Q. Chen"),
        ("Sukenik", "Peter Súkeník"),
        ("Lopes", "Ana Lopez"),
    ],
)
def test_same_person(one: str, other: str) -> None:
    assert may_be_same_person(one, other)
    assert may_be_same_person(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wei Zhang", "Xin Zhang"),
        ("Yuhao Zhou", "Henry Zhou"),
        ("W. Zhang", "X. Zhang"),
        ("Grace Hopper", "Ada Lovelace"),
        ("", "Ada Lovelace"),
        ("Lope", "Ana Lops"),
        ("Lopis", "Ana Lopez"),
    ],
)
def test_other_person(one: str, other: str) -> None:
    assert not may_be_same_person(one, other)


RECORD = ("Ashish Vaswani", "Noam Shazeer", "Niki Parmar", "Jakob Uszkoreit")


@pytest.mark.parametrize(
    ("names", "more", "difference"),
    [
        (RECORD, False, Difference.NONE),
        (tuple(reversed(RECORD)), False, Difference.NONE),
        (("Vaswani",), True, Difference.NONE),
        (("Vaswani", "Shazeer"), True, Difference.NONE),
        (("Ashish Vaswani", "Noam Shazeer"), False, Difference.CUT),
        (("Niki Parmar", "Vaswani"), True, Difference.NONE),
        (("Shazeer",), True, Difference.FIRST),
        (("Ashish Vaswani", "Jakob Uszkoreit"), False, Difference.MISSING),
        (("Ashish Vaswani", "Noam Shazeer", "Ada Lovelace"), False, Difference.ONE),
        (("Ashish Vaswani", "Niki Parmar", "Ada Lovelace"), False, Difference.ONE),
        (("Ashish Vaswani", "Jakob Uszkoreit", "Ada Lovelace"), False, Difference.SEVERAL),
        (("Ashish Vaswani", "Jakob Uszkoreit", "Ada Lovelace"), True, Difference.ONE),
        ((*RECORD, "Ada Lovelace", "Grace Hopper"), False, Difference.SEVERAL),
        (("Ashish Vaswani", "Ada Lovelace"), False, Difference.OTHERS),
        (("Grace Hopper",), True, Difference.OTHERS),
        (("Grace Hopper Ashish Vaswani", "Noam Shazeer"), True, Difference.JOINED),
        (("Prof. Dr. Ashish Vaswani", "Noam Shazeer"), True, Difference.NONE),
        (("Grace Ashish Vaswani", "Noam Shazeer"), True, Difference.NONE),
        (("Ashish Vaswani Hopper Jones", "Noam Shazeer"), True, Difference.NONE),
        (("Ashish Vasawni", "Noam Shazeer"), True, Difference.SPELLING),
        (("Vaswnai",), True, Difference.SPELLING),
        (("Vasvani",), True, Difference.NONE),
        (("Vasawni Ashish",), True, Difference.NONE),
    ],
)
def test_authors_are_compared(names: tuple[str, ...], more: bool, difference: Difference) -> None:
    assert compare_authors(AuthorList(names, more), RECORD).difference is difference


def test_those_who_are_missing_are_named() -> None:
    compared = compare_authors(AuthorList(("Ashish Vaswani", "Jakob Uszkoreit")), RECORD)
    assert compared.names == ("Noam Shazeer", "Niki Parmar")


def test_a_record_that_was_cut_proves_nothing() -> None:
    many = tuple(f"Given{number} Family{number}" for number in range(100))
    assert compare_authors(AuthorList(("Ada Lovelace",), more=True), many).difference is Difference.NONE


@given(st.text(max_size=60))
def test_any_text_is_taken(text: str) -> None:
    found = read_authors(text)
    assert found is None or all(found.names)
    is_same = may_be_same_person(text, "Ada Lovelace")
    assert not is_same or any(map(str.isalpha, text))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Baian Chen", Name("Chen", "Baian")),
        ("Ludwig van den Berg", Name("Berg", "Ludwig", "van den")),
        ("Martin Luther King Jr.", Name("King", "Martin Luther", "", "Jr.")),
        ("Madonna", Name("Madonna")),
        ("王小明", Name("王小明")),
        ("Gemini Team", Name("Gemini Team")),
        ("The ATLAS Collaboration", Name("The ATLAS Collaboration")),
        ("de Boer", Name("Boer", "de")),
        ("O'Brien, Pat", Name("O'Brien", "Pat")),
        ("Martin King, Jr.", Name("King", "Martin", "", "Jr.")),
        ("Research and Engineering", Name("Research and Engineering")),
        ("Smith, and, Jones", Name("and Jones Smith")),
        ("", Name("")),
    ],
)
def test_parts_of_a_name(name: str, expected: Name) -> None:
    assert split_name(name) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Doe, Jane", "Jane Doe"), ("Doe, Jr., Jane", "Jane Doe"), ("Jane Doe", "Jane Doe"), ("Doe,", "Doe"), ("", "")],
)
def test_given_name_first(name: str, expected: str) -> None:
    assert given_first(name) == expected


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (NameForm.FULL, "Mary Ann Doe"),
        (NameForm.INITIAL, "M. A. Doe"),
        (NameForm.LAST, "Doe"),
        (NameForm.REVERSED, "Doe, M. A."),
        (NameForm.FAMILY_FIRST, "Doe, Mary Ann"),
    ],
)
def test_names_are_written(form: NameForm, expected: str) -> None:
    assert write_name("Mary Ann Doe", form) == expected
    assert write_name("Madonna", form) == "Madonna"


def test_each_part_of_a_joined_name_has_its_initial() -> None:
    assert write_name("Ya-Mei Doe", NameForm.INITIAL) == "Y.-M. Doe"
    assert write_name("Ann-Kathrin B. Doe", NameForm.REVERSED) == "Doe, A.-K. B."


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param(
            "Lee A, Chen BC, de Vries D. A study of maps. Minds. 2019;3:1", "Lee A, Chen BC, de Vries D", id="Vancouver"
        ),
        pytest.param("Lee A. A study of maps. Minds. 2019;3:1", "Lee A", id="Vancouver, one author"),
        pytest.param("Lee A, Chen B, et al. Maps. 2019", "Lee A, Chen B, et al", id="Vancouver, cut off"),
        pytest.param("Lee A, Chen B, others . Maps. 2019", "Lee A, Chen B, others", id="Vancouver, others"),
        pytest.param("Lee A, Chen B c, Cox D. Maps. 2019", "Lee A, Chen B c, Cox D", id="Vancouver, a small initial"),
        pytest.param("Lee A, K¨ohl B. Maps. 2019", "Lee A, K¨ohl B", id="an accent beside its letter"),
        pytest.param("Lee, Ann  and Chen, Bo. 2019. Maps", "Lee, Ann  and Chen, Bo", id="two spaces"),
        pytest.param("LEE A, CHEN B. Maps[J]. Minds, 2019", "LEE A, CHEN B", id="GB/T 7714"),
        pytest.param("李伟, 陈静. 地图研究[J]. 学报, 2019", "李伟, 陈静", id="Chinese names"),
        pytest.param("佐々木優, 李伟, 地図の歴史に関する研究, 大会, 2019", "佐々木優, 李伟", id="a comma after names"),
        pytest.param("山田太郎・鈴木花子「地図」2019", "山田太郎・鈴木花子", id="Japanese brackets around the title"),
        pytest.param("김철수, 이영희 (2019). 지도 연구", "김철수, 이영희", id="Korean names"),
        pytest.param("李伟, 地图研究, 学报, 2019", None, id="a short title behind a comma"),
        pytest.param("Lee, A.; Chen, B.-C. Maps. *Minds* 2019", "Lee, A.; Chen, B.-C", id="ACS"),
        pytest.param("Lee, A. P. M. Maps of cities", "Lee, A. P. M", id="ACS, one author"),
        pytest.param(
            "Lee, A. & Chen, B. C. elegans as a model",
            "Lee, A. & Chen, B",
            id="Nature, a title that begins like an initial",
        ),
        pytest.param("Lee, A., Chen, B., & Diaz, C. D. (2019). Maps", "Lee, A., Chen, B., & Diaz, C. D", id="APA"),
        pytest.param(
            "Lee, A., Chen, B., and Diaz, C. 2019. Maps", "Lee, A., Chen, B., and Diaz, C", id="APA, a bare year"
        ),
        pytest.param("Lee, Ann. 2019. Maps of cities", "Lee, Ann", id="Chicago, one author"),
        pytest.param("Lee, Ann & Chen, Bo. 2019. Maps of cities", "Lee, Ann & Chen, Bo", id="family name first"),
        pytest.param("Lee, Chen, and Diaz. 2019. Maps of cities", "Lee, Chen, and Diaz", id="family names alone"),
        pytest.param("Ann P. Lee Bo Q. Chen. Maps of cities. 2019", None, id="given name first"),
        pytest.param("Ann Lee, B. Cole and C. Diaz. Maps. 2019", None, id="a first name that has an initial behind it"),
        pytest.param("Vitamin D and the young. 2019", None, id="a title with a letter"),
        pytest.param("Maps, Plans, and Models of Cities. 2019", None, id="a title with a list"),
    ],
)
def test_the_names_that_a_reference_begins_with_end_where_its_title_begins(text: str, names: str | None) -> None:
    end = find_run(text, 0, len(text))
    assert (None if end is None else text[:end]) == names


def test_the_year_may_be_behind_the_part_with_chinese_names() -> None:
    text = "李伟, 陈静. 地图研究[J]. 学报, 2019"
    assert find_run(text, 0, text.index("[")) == text.index(". ")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Lee A, Chen BC", ("A Lee", "BC Chen")),
        ("Lee, Ann", ("Ann Lee",)),
        ("Lee, Ann & Chen, Bo", ("Ann Lee", "Bo Chen")),
        ("Acme AI", ("Acme AI",)),
        ("Lee A, Chen B c", ("A Lee", "B c Chen")),
    ],
)
def test_given_names_come_first(text: str, names: tuple[str, ...]) -> None:
    assert names_of(text).names == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("Lee, Ann and Chen, Bo and Diaz Carla", ("Ann Lee", "Bo Chen", "Diaz Carla"), id="a lost comma"),
        pytest.param("Lee, Ann and Chen, Bo (Bobby)", ("Ann Lee", "Bo Chen"), id="a nickname"),
        pytest.param("Van Lee, Ann  and  K{\\'o}n, Bo A.", ("Ann Van Lee", "Bo A. K{\\'o}n"), id="spaces and TeX"),
        pytest.param("Lee, Ann and Chen Bo", ("Ann Lee", "Chen Bo"), id="the first of two"),
        pytest.param("Roe, Ann, May and Lee, Bo", ("Roe", "Ann", "May", "Lee", "Bo"), id="more than two words each"),
    ],
)
def test_family_names_are_turned_in_lists_that_have_them_first(text: str, names: tuple[str, ...]) -> None:
    assert names_of(text, NameForm.FAMILY_FIRST).names == names


@pytest.mark.parametrize(
    ("text", "form", "names"),
    [
        pytest.param("Kipf, Welling", NameForm.LAST, ("Kipf", "Welling"), id="two family names"),
        pytest.param("Thomas, Kipf", NameForm.FULL, ("Thomas Kipf",), id="one name in two parts"),
        pytest.param("Kipf, Welling, Ba", NameForm.FULL, ("Kipf", "Welling", "Ba"), id="an odd number of parts"),
        pytest.param("Ann Lee, Kipf, Ba, Roe", NameForm.LAST, ("Ann Lee", "Kipf", "Ba", "Roe"), id="three of four"),
    ],
)
def test_single_words_between_commas_are_names_or_their_parts(
    text: str, form: NameForm, names: tuple[str, ...]
) -> None:
    assert names_of(text, form).names == names


def test_two_family_names_that_read_as_one_person_are_both_on_record() -> None:
    claimed = AuthorList(("Ming Lindqvist",), more=False)
    assert compare_authors(claimed, ["Stefan Lindqvist", "Pan Ming"]).difference is Difference.NONE


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param('K{"o}hl, Bo and Lee, Ann', 'K{"o}hl, Bo and Lee, Ann', id="TeX"),
        pytest.param("Poe, Eve and Lee, Ann and Cox, Bo 2019", "Poe, Eve and Lee, Ann and Cox, Bo", id="a year"),
        pytest.param("small, Poe and Lee, Ann and Cox, Bo", "Lee, Ann and Cox, Bo", id="no particle in a word"),
        pytest.param("Maps, Roads and Rivers, VIS 2019", None, id="a title and its venue"),
    ],
)
def test_names_are_found_where_the_family_name_is_first(text: str, names: str | None) -> None:
    assert next((each[0] for each in find_lists(text)), None) == names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param(", by Doe, Jane", "Doe, Jane", id="in full"),
        pytest.param(", by van der Doe, J. P., 2015", "van der Doe, J. P.", id="initials and a year"),
        pytest.param(", by Foo, Inc.", None, id="an institution"),
        pytest.param(", by Jane Doe, Bo Chen, Ann Lee", None, id="several"),
        pytest.param("Safety by Design, Explained", None, id="in a title"),
    ],
)
def test_one_name_behind_by_may_have_the_family_name_first(text: str, name: str | None) -> None:
    found = next(iter(find_turned(text, ((0, len(text)),))), None)
    assert (text[slice(*found)] if found else None) == name


@pytest.mark.parametrize(("count", "is_read"), [(150, True), (151, False)])
def test_more_names_than_a_paper_has_are_no_list(count: int, is_read: bool) -> None:
    assert (read_authors(", ".join(["Ada Lovelace"] * count)) is not None) is is_read
