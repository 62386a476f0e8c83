# SPDX-License-Identifier: MIT
# The Conan 2 recipe of senda; `conan create cmake/conan -s compiler.cppstd=20` makes the package from
# this checkout and tests it.
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, load

required_conan_version = ">=2.0"


class SendaConan(ConanFile):
    name = "senda"
    license = "MIT"
    description = "Header-only C++20 library for graphs and search"
    topics = ("graph", "search", "pathfinding", "a-star", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True

    @property
    def checkout(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    # The version and the sources are read once, when the recipe leaves the checkout.
    def set_version(self):
        text = load(self, os.path.join(self.checkout, "include", "senda", "version.hpp"))
        parts = re.findall(r"^#define SENDA_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", text, re.MULTILINE)
        self.version = ".".join(parts)

    def export_sources(self):
        for pattern in ("LICENSE", "include/*.hpp", "scripts/debugger/*"):
            copy(self, pattern, self.checkout, self.export_sources_folder, excludes=("build", ".git"))

    # An editable package has its headers in the checkout, and what Conan writes in the build folder of that.
    def layout(self):
        self.folders.root = os.path.join(os.pardir, os.pardir)
        self.folders.build = os.path.join("build", "conan")
        self.folders.generators = self.folders.build
        self.cpp.source.includedirs = [os.path.normpath(os.path.join(self.checkout, "include"))]

    def validate(self):
        check_min_cppstd(self, 20)

    def package_id(self):
        self.info.clear()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        copy(self, "*.hpp", os.path.join(self.source_folder, "include"),
             os.path.join(self.package_folder, "include"))
        copy(self, "*", os.path.join(self.source_folder, "scripts", "debugger"),
             os.path.join(self.package_folder, "res"))

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.set_property("cmake_file_name", "senda")
        self.cpp_info.set_property("cmake_target_name", "senda::senda")
        self.cpp_info.set_property("cmake_config_version_compat", "SameMinorVersion")  # since Conan 2.0.8
        self.cpp_info.set_property("pkg_config_name", "senda")
